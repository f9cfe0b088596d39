import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { wholeBetween } from '../kit/quantity';

export interface MoneyOptions extends CommonOptions {
  /** Least amount, in cents; 0 unless it is given. */
  readonly min?: number;
  /** Greatest amount, in cents. */
  readonly max?: number;
  readonly default?: number;
  /** SQL over sibling columns that the database keeps it equal to; say `readOnly` too. */
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
    ...(equals && { generated: `(${equals})::integer` }),
  });
};
