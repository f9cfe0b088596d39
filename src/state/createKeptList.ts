import { createStore, type Store } from './createStore';

/** A list of texts that this browser remembers. */
export interface KeptList extends Store<readonly string[]> {
  /** Adds a text at the end, or takes it out. */
  readonly put: (text: string, isThere: boolean) => void;
}
const read = (key: string): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return []; // storage is forbidden, or something else wrote there
  }
};

/** Keeps a list of texts under a key; where storage is forbidden it lasts as long as the page. */
export const createKeptList = (key: string): KeptList => {
  const store = createStore(read(key));
  return {
    ...store,
    put: (text, isThere) => {
      const others = store.get().filter((each) => each !== text);
      store.set(isThere ? [...others, text] : others);
      try {
        localStorage.setItem(key, JSON.stringify(store.get()));
      } catch {
        // the choice lasts as long as the page
      }
    },
  };
};
