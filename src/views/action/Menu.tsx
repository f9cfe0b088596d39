import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { useArrowKeys } from '../../frame/useArrowKeys';
import { foldText } from '@/schema/foldText';
import { nth } from '@/schema/must';

/** A menu entry, or a disabled one with its reason. */
export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly to?: string;
  readonly isDangerous?: boolean | undefined;
  /** Why it cannot be chosen now. */
  readonly reason?: string;
}
export interface MenuGroup {
  readonly label?: string;
  /** Many entries are grouped under one that shows their number. */
  readonly folds?: boolean;
  readonly items: readonly MenuItem[];
}
interface MenuProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly onPick: (key: string) => void;
}

const entry = '[role="menuitem"]';
const typingMs = 700,
  mostUnfolded = 3;
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

const Item = ({
  item: { key, label, to, isDangerous, reason },
  onPick,
}: {
  readonly item: MenuItem;
  readonly onPick: (key: string) => void;
}) => {
  const id = useId();
  if (to !== undefined)
    return (
      <Link role="menuitem" to={to} onClick={() => onPick(key)}>
        {label}
      </Link>
    );
  if (reason === undefined)
    return (
      <button type="button" role="menuitem" data-danger={isDangerous || undefined} onClick={() => onPick(key)}>
        {label}
      </button>
    );
  return (
    <button type="button" role="menuitem" aria-disabled="true" aria-labelledby={`${id}-label`} aria-describedby={`${id}-reason`}>
      <span id={`${id}-label`}>{label}</span>
      <span id={`${id}-reason`} className="menu-reason">
        {reason}
      </span>
    </button>
  );
};

const Group = ({
  group: { label, items, folds = false },
  onPick,
}: {
  readonly group: MenuGroup;
  readonly onPick: (key: string) => void;
}) => {
  const [isOpen, open] = useState(!folds || items.length <= mostUnfolded);
  const box = useRef<HTMLDivElement>(null);
  const unfold = (): void => {
    flushSync(() => open(true));
    box.current?.querySelector<HTMLElement>(entry)?.focus();
  };
  if (!isOpen)
    return (
      <div role="group" aria-label={label}>
        <button type="button" role="menuitem" aria-expanded={false} className="menu-fold" onClick={unfold}>
          {label} ({items.length})
        </button>
      </div>
    );
  return (
    <div ref={box} role="group" aria-label={label}>
      {label ? (
        <div className="menu-heading" aria-hidden="true">
          {label}
        </div>
      ) : null}
      {items.map((item) => (
        <Item key={item.key} item={item} onPick={onPick} />
      ))}
    </div>
  );
};

/** Remembers letters typed in quick succession; answers the next entry that starts with them. */
const useFirstLetters = () => {
  const typed = useRef({ text: '', at: 0 });
  return useCallback((all: readonly HTMLElement[], at: number, event: KeyboardEvent): HTMLElement | undefined => {
    if (!isLetter(event)) return undefined;
    const now = performance.now();
    const text = now - typed.current.at < typingMs ? typed.current.text + event.key : event.key;
    typed.current = { text, at: now };
    const from = text.length === 1 ? at + 1 : Math.max(at, 0);
    return [...all.slice(from), ...all.slice(0, from)].find((each) => foldText(each.textContent).startsWith(foldText(text)));
  }, []);
};

/**
 * The entries of a menu, reached with arrows, Home, End and the first letters. Disabled ones can be focused too, so that screen readers
 * read their reason.
 */
export const Menu = ({ label, groups, onPick }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null);
  const onKeyDown = useArrowKeys(menu, entry, useFirstLetters());
  useEffect(() => menu.current?.querySelector<HTMLElement>(entry)?.focus(), []);
  return (
    <div ref={menu} role="menu" aria-label={label} className="menu" onKeyDown={onKeyDown}>
      {groups
        .filter((group) => group.items.length > 0)
        .map((group) => (
          <Group key={group.label ?? nth(group.items, 0).key} group={group} onPick={onPick} />
        ))}
    </div>
  );
};
