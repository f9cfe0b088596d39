import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';

/** Something that a menu offers, or keeps back and says why. */
export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly to?: string;
  readonly isDangerous?: boolean | undefined;
  /** Why it cannot be picked now. */
  readonly reason?: string;
}
export interface MenuGroup {
  readonly label?: string;
  /** Many entries stand behind one that tells how many they are. */
  readonly folds?: boolean;
  readonly items: readonly MenuItem[];
}
interface MenuProps {
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly onPick: (key: string) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const typingMs = 700,
  mostUnfolded = 3;
const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
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
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
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

/** The entries of a menu, walked with arrows, Home, End and the first letters; what cannot be picked is reached too, so that its reason is heard. */
export const Menu = ({ label, groups, onPick }: MenuProps) => {
  const menu = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const items = (): readonly HTMLElement[] => [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useEffect(() => items()[0]?.focus(), []);

  /** The next entry that starts with what was typed in one go. */
  const found = (all: readonly HTMLElement[], at: number, letter: string): number => {
    const now = performance.now();
    const text = now - typed.current.at < typingMs ? typed.current.text + letter : letter;
    typed.current = { text, at: now };
    const from = text.length === 1 ? at + 1 : Math.max(at, 0);
    const turned = all.map((_, step) => (from + step) % all.length);
    return turned.find((each) => plain(all[each]!.textContent).startsWith(plain(text))) ?? -1;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? all.length - 1
          : steps[event.key]
            ? (at + steps[event.key]! + all.length) % all.length
            : isLetter(event)
              ? found(all, at, event.key)
              : -1;
    if (to < 0) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return (
    <div ref={menu} role="menu" aria-label={label} className="menu" onKeyDown={onKeyDown}>
      {groups
        .filter((group) => group.items.length > 0)
        .map((group) => (
          <Group key={group.label ?? group.items[0]!.key} group={group} onPick={onPick} />
        ))}
    </div>
  );
};
