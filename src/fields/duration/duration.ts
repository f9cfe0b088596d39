import { z } from 'zod';
import type { ErrorCode } from '@/schema/errorCodes';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import type { DurationUnit } from './formatDuration';

export interface DurationOptions extends CommonOptions {
  /** The unit of the integer; seconds by default. */
  readonly unit?: DurationUnit;
  /** Shortest value, in its unit. */
  readonly min?: number;
  /** Longest value, in its unit. */
  readonly max?: number;
  readonly default?: number;
}

/** A duration, as a whole number of seconds or milliseconds; shown and typed as `H:MM:SS`. */
export const duration = <const O extends DurationOptions>(options?: O & Only<NoInfer<O>, DurationOptions>) => {
  const given = optionsOf<O>(options);
  const { unit = 's', min = 0, max = unit === 'ms' ? 2_000_000_000 : 9999 * 3600 }: DurationOptions = given;
  return field<number>()(
    { ...given, unit },
    {
      type: 'duration',
      takes: ['unit', 'min', 'max'],
      zod: () =>
        z
          .int({
            error: ({ input }) =>
              input === undefined || input === null ? ('REQUIRED' satisfies ErrorCode) : ('INVALID_DURATION' satisfies ErrorCode),
          })
          .min(min)
          .max(max),
      column: 'integer',
      graphql: 'Int',
      operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
      sortable: true,
      cell: { kind: 'duration', sql: (column) => (unit === 'ms' ? `(${column} * 0.001)` : column) },
      check: (column) => `${column} between ${min} and ${max}`,
    },
  );
};
