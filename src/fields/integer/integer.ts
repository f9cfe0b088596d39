import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { wholeBetween } from '../kit/quantity';

export interface IntegerOptions extends CommonOptions {
  /** Least value. */
  readonly min?: number;
  /** Greatest value. */
  readonly max?: number;
  readonly default?: number;
  /** `bib`: a name made of digits, drawn as a race bib and never grouped by thousands; `year`: not grouped either. */
  readonly look?: 'bib' | 'year';
  /** What is counted, where a sibling says it: whole percent, or cents that are read and typed as pesos. */
  readonly unit?: {
    /** The sibling that says what is counted. */
    readonly from: string;
    /** Its values for which the number is whole percent. */
    readonly percent?: readonly string[];
    /** Its values for which the number is cents. */
    readonly cents?: readonly string[];
  };
  /** SQL over sibling columns that the database keeps it equal to; say `readOnly` too. */
  readonly equals?: string;
}

const lowest = -2_147_483_648,
  highest = 2_147_483_647;

/** A whole number of 32 bits. */
export const integer = <const O extends IntegerOptions>(options?: O & Only<NoInfer<O>, IntegerOptions>) => {
  const given = optionsOf<O>(options);
  const { min = lowest, max = highest, equals, unit }: IntegerOptions = given;
  return field<number>()(given, {
    type: 'integer',
    takes: ['min', 'max', 'look', 'unit', 'equals'],
    ...wholeBetween(min, max),
    operators: ['eq', 'in', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
    summable: true,
    ...(min === lowest && max === highest && { check: () => 'true' }),
    ...(unit && { reads: [unit.from] }),
    ...(equals && { generated: `(${equals})::integer` }),
    titleSql: (column) => `${column}::text`,
    titleText: (value: number) => String(value),
  });
};
