import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { wholeBetween } from '../kit/quantity';

export interface MoneyOptions extends CommonOptions {
  /** Smallest amount, in cents; 0 by default. */
  readonly min?: number;
  /** Largest amount, in cents. */
  readonly max?: number;
  readonly default?: number;
  /** SQL over other columns of the row from which the database computes the value. Needs `readOnly` too. */
  readonly equals?: string;
}

/** An amount in integer cents of MXN. Never a float, so that sums stay exact. */
export const money = <const O extends MoneyOptions>(options?: O & Only<NoInfer<O>, MoneyOptions>) => {
  const given = optionsOf<O>(options);
  const { min = 0, max = 2_000_000_000, equals }: MoneyOptions = given;
  return field<number>()(given, {
    type: 'money',
    takes: ['min', 'max', 'equals'],
    ...wholeBetween(min, max),
    summable: true,
    cell: { kind: 'money', sql: (column) => `(${column} * 0.01)` },
    ...(equals && { generated: `(${equals})::integer` }),
  });
};
