import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '');
const drawn: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Enter: '↵', Escape: 'Esc', Mod: isMac ? '⌘' : 'Ctrl' };
const spoken = new Set([' ', 'Home', 'End']);

interface KeysProps {
  /** In the notation of the shortcuts; a plus joins keys that are pressed together. */
  readonly keys: readonly string[];
  /** One key after the other, not any of them. */
  readonly inTurn?: boolean;
}
/** The keys of a shortcut. */
export const Keys = ({ keys, inTurn = false }: KeysProps) => {
  const { t } = useTranslation('common');
  const say = (key: string): string =>
    spoken.has(key) ? t(`keys.${key === ' ' ? 'Space' : key}`) : (drawn[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  return (
    <span className="asd-keys">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at === 0 ? null : inTurn ? <span className="asd-keys-then"> {t('keys.then')} </span> : ' '}
          {key.split('+').map((each) => (
            <kbd key={each}>{say(each)}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
};
