const key = 'dorsal.login-trips';
const most = 3;
const within = 30_000;

export interface LoopGuard {
  /** Counts a visit to the login page; false when there have been three within thirty seconds. */
  readonly mayLeave: () => boolean;
  readonly forget: () => void;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Stores one text in the name of the tab: with blocked cookies every storage throws, and that is when the loops happen. */
const nameStorage = (page: { name: string }): Storage => ({
  getItem: (asked) => (page.name.startsWith(`${asked}=`) ? page.name.slice(asked.length + 1) : null),
  setItem: (asked, value) => {
    page.name = `${asked}=${value}`;
  },
  removeItem: (asked) => {
    if (page.name.startsWith(`${asked}=`)) page.name = '';
  },
});
/** Where the visits of this tab are counted. */
export const tripStorage = (): Storage | null => {
  try {
    if (globalThis.sessionStorage) return globalThis.sessionStorage;
  } catch {
    /* forbidden */
  }
  return typeof window === 'undefined' ? null : nameStorage(window);
};

/** Stops endless redirects between the app and its login page in a browser that drops cookies. */
export const createLoopGuard = (storage: Storage | null, now: () => number): LoopGuard => {
  const trips = (): readonly number[] => {
    try {
      const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter((at): at is number => typeof at === 'number' && now() - at < within) : [];
    } catch {
      return [];
    }
  };
  return {
    mayLeave: () => {
      const recent = trips();
      if (recent.length >= most) return false;
      try {
        storage?.setItem(key, JSON.stringify([...recent, now()]));
      } catch {
        /* a full or forbidden storage only weakens the guard */
      }
      return true;
    },
    forget: () => {
      try {
        storage?.removeItem(key);
      } catch {
        /* without storage there is nothing to forget */
      }
    },
  };
};
