import { siblingOf } from '@/schema/cell';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { sqlLiteral } from '@/schema/sql';
import { wholeBetween } from '../kit/quantity';

export interface IntegerOptions extends CommonOptions {
  /** Smallest value. */
  readonly min?: number;
  /** Largest value. */
  readonly max?: number;
  readonly default?: number;
  /** `bib`: a number that is a name, drawn as a race bib and never grouped by thousands; `year`: not grouped either. */
  readonly look?: 'bib' | 'year';
  /** The unit, if another field decides it: whole percent, or cents that are shown and typed as pesos. */
  readonly unit?: {
    /** The field that decides the unit. */
    readonly from: string;
    /** Its values for which the number is whole percent. */
    readonly percent?: readonly string[];
    /** Its values for which the number is cents. */
    readonly cents?: readonly string[];
  };
  /** SQL over other columns of the row from which the database computes the value. Needs `readOnly` too. */
  readonly equals?: string;
}

const lowest = -2_147_483_648,
  highest = 2_147_483_647;

/** What is counted in cents is written as pesos. */
const inUnit = (column: string, { from, cents = [] }: NonNullable<IntegerOptions['unit']>): string =>
  cents.length === 0
    ? column
    : `case when ${siblingOf(column, from)} in (${cents.map(sqlLiteral).join(', ')}) then ${column} * 0.01 else ${column} end`;

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
    ...(unit && { reads: [unit.from], cell: { kind: 'number', sql: (column: string) => inUnit(column, unit) } }),
    ...(equals && { generated: `(${equals})::integer` }),
    titleSql: (column) => `${column}::text`,
    titleText: (value: number) => String(value),
  });
};
