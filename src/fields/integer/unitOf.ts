import type { IntegerOptions } from './integer';

/** What a number counts in its record; nothing in particular where its sibling does not say. */
export const unitOf = ({ unit }: IntegerOptions, row: Readonly<Record<string, unknown>> | undefined): 'percent' | 'cents' | undefined => {
  const told = unit && row?.[unit.from];
  if (typeof told !== 'string') return undefined;
  return unit?.percent?.includes(told) ? 'percent' : unit?.cents?.includes(told) ? 'cents' : undefined;
};
