import type { IntegerOptions } from './integer';

/** The unit of a number in its record; undefined when the other field does not decide it. */
export const unitOf = ({ unit }: IntegerOptions, row: Readonly<Record<string, unknown>> | undefined): 'percent' | 'cents' | undefined => {
  const name = unit && row?.[unit.from];
  if (typeof name !== 'string') return undefined;
  return unit?.percent?.includes(name) ? 'percent' : unit?.cents?.includes(name) ? 'cents' : undefined;
};
