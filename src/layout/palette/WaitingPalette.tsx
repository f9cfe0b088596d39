import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Glyph } from '../../frame/Glyph';

/** Puts the focus after the text typed so far. */
export const focusAtEnd = (input: HTMLInputElement | null): void => {
  if (!input || input === document.activeElement) return;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
};
/** Enter on a button presses it; the list around it would choose its line. */
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.stopPropagation();
};
/** The close button for touch screens; keyboards have Escape. */
export const PaletteClose = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="asd-bar-button asd-palette-close" aria-label={t('find.close')} onClick={onClose} onKeyDown={keepEnter}>
      <Glyph name="close" />
    </button>
  );
};

interface WaitingPaletteProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}
/** Takes what is typed while the palette is loading, so that no letter is lost or triggers something else. */
export const WaitingPalette = ({ text, onText, onClose }: WaitingPaletteProps) => {
  const { t } = useTranslation('common');
  return (
    <div className="asd-palette-head" aria-busy="true">
      <Glyph name="search" />
      <input
        ref={focusAtEnd}
        type="text"
        aria-label={t('find.label')}
        placeholder={t('find.placeholder')}
        value={text}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
      />
      <PaletteClose onClose={onClose} />
    </div>
  );
};
