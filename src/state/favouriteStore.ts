import { createStore } from './createStore';

const key = 'dorsal.favourites';
const saved = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return []; // storage is forbidden, or something else wrote there
  }
};
/** The addresses of the menu items that somebody put first, in their order, remembered in this browser. */
export const favouriteStore = createStore(saved());

/** Puts a menu item among the first ones, or takes it out again. */
export const toggleFavourite = (to: string): void => {
  const now = favouriteStore.get();
  const next = now.includes(to) ? now.filter((each) => each !== to) : [...now, to];
  favouriteStore.set(next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // the choice lasts as long as the page
  }
};
