import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { decimalBetween } from '../kit/quantity';

export interface DecimalOptions extends CommonOptions {
  /** Least value. */
  readonly min?: number;
  /** Greatest value. */
  readonly max?: number;
  /** Digits after the point that people read and type. */
  readonly scale?: number;
  readonly default?: number;
}

/** A measured quantity with decimals: kilometres, degrees. Never money. */
export const decimal = <const O extends DecimalOptions>(options?: O & Only<NoInfer<O>, DecimalOptions>) => {
  const given = optionsOf<O>(options);
  const { min = -1e9, max = 1e9 }: DecimalOptions = given;
  return field<number>()(given, {
    type: 'decimal',
    takes: ['min', 'max', 'scale'],
    ...decimalBetween(min, max),
  });
};
