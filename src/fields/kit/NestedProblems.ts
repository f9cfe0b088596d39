import { createContext, useContext } from 'react';

/** A problem inside a composite value, by its path from that value: `0.price_cents`, `es`. */
export interface NestedProblem {
  readonly path: string;
  readonly text: string;
}
export const NestedProblemsContext = createContext<readonly NestedProblem[]>([]);
/** The problems inside the value that an input edits. */
export const useNestedProblems = (): readonly NestedProblem[] => useContext(NestedProblemsContext);
