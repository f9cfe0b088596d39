import { must } from '@/schema/must';
import { createStore } from '@/state/createStore';

interface Declared {
  readonly name: string;
  /** The part of the page in which it works; the help is grouped by it. */
  readonly scope: 'anywhere' | 'records';
  /** Any of these keys, by their browser names; `Mod+` stands for Ctrl, or Command on a Mac. */
  readonly keys: readonly string[];
}
/** Every named shortcut. Handlers ask `pressed` and the help lists them, so the two cannot differ. */
export const shortcuts = [
  { name: 'palette', scope: 'anywhere', keys: ['Mod+k'] },
  { name: 'help', scope: 'anywhere', keys: ['?'] },
  { name: 'close', scope: 'anywhere', keys: ['Escape'] },
  { name: 'undo', scope: 'anywhere', keys: ['Mod+z'] },
  { name: 'search', scope: 'records', keys: ['/'] },
  { name: 'create', scope: 'records', keys: ['n'] },
  { name: 'edit', scope: 'records', keys: ['e'] },
  { name: 'cell', scope: 'records', keys: ['F2'] },
  { name: 'paste', scope: 'records', keys: ['Mod+v'] },
  { name: 'walk', scope: 'records', keys: ['ArrowUp', 'ArrowDown', 'k', 'j'] },
  { name: 'ends', scope: 'records', keys: ['Home', 'End'] },
  { name: 'select', scope: 'records', keys: [' '] },
  { name: 'range', scope: 'records', keys: ['Shift+ArrowUp', 'Shift+ArrowDown', 'Shift+ '] },
  { name: 'panel', scope: 'records', keys: ['p'] },
  { name: 'open', scope: 'records', keys: ['Enter'] },
] as const satisfies readonly Declared[];
export type ShortcutName = (typeof shortcuts)[number]['name'];
export type ShortcutScope = Declared['scope'];
/** Pressed before the letter of a menu item. */
export const goKey = 'g';

const storageKey = 'dorsal.letters';
const saved = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // without storage there are still shortcuts
  }
};
/** Whether single characters are shortcuts. People who dictate, or type by accident, can turn them off. */
export const lettersStore = createStore(saved());
/** Turns the shortcuts of single characters on or off, remembered on this device. */
export const allowLetters = (are: boolean): void => {
  lettersStore.set(are);
  try {
    localStorage.setItem(storageKey, are ? 'on' : 'off');
  } catch {
    // the choice lasts as long as the page
  }
};

/** The keys of a shortcut. */
export const keysOf = (name: ShortcutName): readonly string[] =>
  must(
    shortcuts.find((each) => each.name === name),
    name,
  ).keys;
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { readonly shiftKey?: boolean };
/** The key of a press without Ctrl, Alt or Command; undefined for a character while those shortcuts are off. */
export const plainKey = ({ key, ctrlKey, metaKey, altKey }: Press): string | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined;
  const isCharacter = key.length === 1 && key !== ' ';
  return isCharacter ? (lettersStore.get() ? key.toLowerCase() : undefined) : key;
};
/** Whether a press is the shortcut of that name. */
export const pressed = (name: ShortcutName, press: Press): boolean => {
  const keys = keysOf(name);
  const key = press.ctrlKey || press.metaKey ? (press.altKey ? undefined : `Mod+${press.key.toLowerCase()}`) : plainKey(press);
  return key !== undefined && (keys.includes(key) || (press.shiftKey === true && keys.includes(`Shift+${key}`)));
};

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], dialog, [role="menu"], [role="dialog"], [role="listbox"], [role="combobox"]';
/** Whether keys belong to the focused element: a field, a menu, a dialog. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(typing) !== null;
