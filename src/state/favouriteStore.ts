import { createKeptList } from './createKeptList';

/** The addresses of the menu items that somebody put first, in their order, remembered in this browser. */
export const favouriteStore = createKeptList('dorsal.favourites');

/** Puts a menu item among the first ones, or takes it out again. */
export const toggleFavourite = (to: string): void => favouriteStore.put(to, !favouriteStore.get().includes(to));
