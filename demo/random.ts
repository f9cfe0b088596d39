import { nth } from '@/schema/must';
/** A repeatable random source: the same seed always produces the same data. */
export interface Random {
  /** From 0 to below 1. */
  readonly next: () => number;
  /** A whole number between both, both included. */
  readonly between: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  /** One of the entries, by weight. */
  readonly weighted: <T>(entries: readonly (readonly [value: T, weight: number])[]) => T;
}

const golden = 0x9e3779b9,
  range = 0x1_0000_0000;

/** Mixes whole numbers into one seed, so that every record has its own random source, independent of earlier records. */
export const seedOf = (...parts: readonly number[]): number =>
  parts.reduce((seed, part) => {
    let mixed = Math.imul(seed ^ (part >>> 0), golden);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
    return (mixed ^ (mixed >>> 13)) >>> 0;
  }, golden);

/** The mulberry32 generator. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / range;
  };
  const pick = <T>(from: readonly T[]): T => nth(from, Math.floor(next() * from.length));
  return {
    next,
    pick,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    weighted: (entries) => {
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) if ((left -= weight) < 0) return value;
      return nth(entries, -1)[0];
    },
  };
};
