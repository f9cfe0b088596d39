import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { wholeBetween } from '../kit/quantity';

export interface PercentOptions extends CommonOptions {
  /** Largest value in basis points; 10 000 is the whole. */
  readonly max?: number;
  readonly default?: number;
}

/** A share in integer basis points: 1 250 is shown as 12.5 %. */
export const percent = <const O extends PercentOptions>(options?: O & Only<NoInfer<O>, PercentOptions>) => {
  const given = optionsOf<O>(options);
  const { max = 10_000 }: PercentOptions = given;
  return field<number>()(given, {
    type: 'percent',
    takes: ['max'],
    ...wholeBetween(0, max),
    cell: { kind: 'percent', sql: (column) => `(${column} * 0.0001)` },
  });
};
