import type { CrudFilter } from '@refinedev/core';
import type { InputProps } from '@/fields/kit/contracts';

interface Narrowing {
  /** The neighbouring field that must be filled first, if one is still empty. */
  readonly missing: string | undefined;
  readonly narrowing: readonly CrudFilter[];
}
/** The condition that the neighbouring fields put on the candidates of a reference. */
export const narrowingOf = ({ field: { match = {} }, draft }: Pick<InputProps, 'field' | 'draft'>): Narrowing => {
  const isBlank = (name: string): boolean => draft[name] === null || draft[name] === undefined;
  return {
    missing: Object.values(match).find((own) => own in draft && isBlank(own)),
    narrowing: Object.entries(match)
      .filter(([, own]) => !isBlank(own))
      .map(([theirs, own]) => ({ field: theirs, operator: 'eq' as const, value: draft[own] })),
  };
};
