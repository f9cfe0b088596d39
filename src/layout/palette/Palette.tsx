import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pressed } from '@/frame/shortcuts';
import { Dialog } from '../../frame/Dialog';
import { late } from '../../frame/late';
import type { CommandPaletteProps } from './CommandPalette';
import { WaitingPalette } from './WaitingPalette';
import './palette.css';

const CommandPalette = late<CommandPaletteProps>(async () => ({ default: (await import('../overlays')).CommandPalette }));

type PaletteProps = Pick<CommandPaletteProps, 'onClose' | 'onHelp' | 'onRecent'>;
/** The command palette. Its frame is shown at once, its content loads when it first opens. */
export const Palette = (props: PaletteProps) => {
  const { t } = useTranslation('common');
  const [text, setText] = useState('');
  const { onClose } = props;
  return (
    <Dialog
      label={t('find.label')}
      className="asd-palette"
      onClose={onClose}
      onKeyDown={(event) => {
        if (pressed('palette', event)) {
          event.preventDefault();
          onClose();
        }
      }}
    >
      <Suspense fallback={<WaitingPalette text={text} onText={setText} onClose={onClose} />}>
        <CommandPalette {...props} text={text} onText={setText} />
      </Suspense>
    </Dialog>
  );
};
