import { createStore } from '@/state/createStore';

interface Declared {
  readonly name: string;
  /** Where it works, which is how the help groups it. */
  readonly scope: 'anywhere' | 'records';
  /** Any of these, as the browser calls them; `Mod+` stands for Ctrl or the Mac's command key. */
  readonly keys: readonly string[];
}
/** Every shortcut with a name of its own. Handlers ask `pressed` and the help lists them, so neither can promise what the other does not keep. */
export const shortcuts = [
  { name: 'palette', scope: 'anywhere', keys: ['Mod+k'] },
  { name: 'help', scope: 'anywhere', keys: ['?'] },
  { name: 'close', scope: 'anywhere', keys: ['Escape'] },
  { name: 'search', scope: 'records', keys: ['/'] },
  { name: 'create', scope: 'records', keys: ['n'] },
  { name: 'edit', scope: 'records', keys: ['e'] },
  { name: 'walk', scope: 'records', keys: ['ArrowUp', 'ArrowDown', 'k', 'j'] },
  { name: 'ends', scope: 'records', keys: ['Home', 'End'] },
  { name: 'select', scope: 'records', keys: [' '] },
  { name: 'beside', scope: 'records', keys: ['p'] },
  { name: 'open', scope: 'records', keys: ['Enter'] },
] as const satisfies readonly Declared[];
export type ShortcutName = (typeof shortcuts)[number]['name'];
export type ShortcutScope = Declared['scope'];
/** Pressed before the letter of a place in the menu. */
export const goKey = 'g';

const storageKey = 'dorsal.letters';
const saved = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // a browser that stores nothing still has shortcuts
  }
};
/** Whether single characters are shortcuts: who dictates, or types by accident, turns them off. */
export const lettersStore = createStore(saved());
/** Turns the shortcuts of a single character on or off, remembered on this device. */
export const allowLetters = (are: boolean): void => {
  lettersStore.set(are);
  try {
    localStorage.setItem(storageKey, are ? 'on' : 'off');
  } catch {
    // the choice lasts as long as the page
  }
};

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;
/** The key of a press without Ctrl, Alt or command; nothing for a character while those are turned off. */
export const plainKey = ({ key, ctrlKey, metaKey, altKey }: Press): string | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined;
  const isCharacter = key.length === 1 && key !== ' ';
  return isCharacter ? (lettersStore.get() ? key.toLowerCase() : undefined) : key;
};
/** Whether a press is the shortcut of that name. */
export const pressed = (name: ShortcutName, press: Press): boolean => {
  const keys: readonly string[] = shortcuts.find((each) => each.name === name)!.keys;
  const key = press.ctrlKey || press.metaKey ? (press.altKey ? undefined : `Mod+${press.key.toLowerCase()}`) : plainKey(press);
  return key !== undefined && keys.includes(key);
};

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], dialog, [role="menu"], [role="dialog"], [role="listbox"], [role="combobox"]';
/** Whether keys belong to what has the focus: a field, a menu, a dialog. */
export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(typing) !== null;
