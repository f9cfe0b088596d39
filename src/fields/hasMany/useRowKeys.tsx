import { useRef } from 'react';
import { nth } from '@/schema/must';

export interface RowKeys {
  readonly at: (at: number) => number;
  /** Whether the row was added here. */
  readonly isNew: (at: number) => boolean;
  readonly added: () => void;
  readonly removed: (at: number) => void;
  readonly moved: (from: number, to: number) => void;
}
/** A list with one of its items moved to another position. */
export const moved = <T,>(list: readonly T[], from: number, to: number): readonly T[] => {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), nth(list, from), ...rest.slice(to)];
};

interface Known {
  readonly key: number;
  readonly isNew: boolean;
}

/** Identities for rows that have none yet, so that a row keeps its state when it is moved. */
export const useRowKeys = (count: number): RowKeys => {
  const last = useRef(0);
  const known = useRef<readonly Known[]>([]);
  const make = (isNew: boolean): Known => ({ key: ++last.current, isNew });
  if (known.current.length !== count) {
    known.current = [
      ...known.current.slice(0, count),
      ...Array.from({ length: Math.max(0, count - known.current.length) }, () => make(false)),
    ];
  }
  return {
    at: (at) => nth(known.current, at).key,
    isNew: (at) => nth(known.current, at).isNew,
    added: () => {
      known.current = [...known.current, make(true)];
    },
    removed: (at) => {
      known.current = known.current.filter((_, other) => other !== at);
    },
    moved: (from, to) => {
      known.current = moved(known.current, from, to);
    },
  };
};
