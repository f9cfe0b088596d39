import { field, type CommonOptions } from '@/schema/field';
import { oneOf } from '../kit/oneOf';

export interface ChoiceOptions<V extends string> extends CommonOptions {
  readonly default?: NoInfer<V>;
  /** What a chosen record says, and the form and the server propose: `stateid.region`. */
  readonly from?: `${string}.${string}`;
  /** Field of the same resource whose words the values share. */
  readonly words?: string;
}

/** One of a closed set of values. */
export const choice = <const V extends string, const O extends ChoiceOptions<V>>(values: readonly V[], options: O = {} as O) =>
  field<V>()(options, {
    type: 'choice',
    takes: ['from', 'words'],
    ...oneOf(values),
  });
