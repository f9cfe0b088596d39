/** How much is left of things of one kind during a forecast; `null` has no limit. */
export interface Ledger {
  /** Notes the amount of a thing when it was unknown: what is read again is the amount before anything was taken. */
  readonly know: (key: number, left: number | null) => void;
  readonly left: (key: number) => number | null;
  readonly has: (key: number, amount?: number) => boolean;
  readonly take: (key: number, amount?: number) => void;
}

/** Creates an empty ledger: of a thing that nobody noted, there is nothing. */
export const openLedger = (): Ledger => {
  const known = new Map<number, number | null>();
  const left = (key: number): number | null => known.get(key) ?? (known.has(key) ? null : 0);
  const has = (key: number, amount = 1): boolean => {
    const there = left(key);
    return there === null || there >= amount;
  };
  return {
    know: (key, there) => {
      if (!known.has(key)) known.set(key, there);
    },
    left,
    has,
    take: (key, amount = 1) => {
      const there = left(key);
      if (there !== null) known.set(key, there - amount);
    },
  };
};
