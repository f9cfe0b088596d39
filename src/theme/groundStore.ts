import { createStore } from '@/state/createStore';
import type { Ground } from './antdTheme';

/** The choice of the person; `system` follows the device. */
export type GroundChoice = Ground | 'system';
export const groundChoices = ['light', 'dark', 'system'] as const satisfies readonly GroundChoice[];

const key = 'dorsal.theme';
const device = globalThis.matchMedia?.('(prefers-color-scheme: dark)');

const saved = (): GroundChoice => {
  try {
    const value = localStorage.getItem(key);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system'; // a browser without storage still gets a page
  }
};
const shown = (choice: GroundChoice): Ground => (choice === 'system' ? (device?.matches ? 'dark' : 'light') : choice);

const initial = saved();
/** The colour scheme that is shown and the choice behind it. */
export const groundStore = createStore<{ readonly choice: GroundChoice; readonly ground: Ground }>({
  choice: initial,
  ground: shown(initial),
});

const apply = (choice: GroundChoice): void => {
  const ground = shown(choice);
  document.documentElement.dataset['theme'] = ground;
  groundStore.set({ choice, ground });
};
device?.addEventListener('change', () => apply(groundStore.get().choice));

/** Chooses a colour scheme and remembers it on this device. */
export const chooseGround = (choice: GroundChoice): void => {
  try {
    if (choice === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
  } catch {
    // the choice lasts as long as the page
  }
  apply(choice);
};
