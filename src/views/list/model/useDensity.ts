import { createStore, useStore } from '@/state/createStore';

export const densities = ['roomy', 'normal', 'dense'] as const;
/** The height of rows: 48, 40 or 32 pixels. */
export type Density = (typeof densities)[number];
const key = 'dorsal.density';

const remembered = (): Density => {
  try {
    return densities.find((each) => each === localStorage.getItem(key)) ?? 'normal';
  } catch {
    return 'normal';
  }
};
const densityStore = createStore(remembered());
/** Chooses the height of rows, in every table of this browser. */
export const chooseDensity = (next: Density): void => {
  densityStore.set(next);
  try {
    localStorage.setItem(key, next);
  } catch {
    // A browser without storage keeps the choice until it closes.
  }
};
/** The density of tables, remembered in this browser. */
export const useDensity = (): readonly [Density, (density: Density) => void] => [useStore(densityStore), chooseDensity];
