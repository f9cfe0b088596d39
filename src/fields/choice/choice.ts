import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { listOf } from '@/schema/choiceList';
import { oneOf } from '../kit/oneOf';

export interface ChoiceOptions<V extends string> extends CommonOptions {
  readonly default?: NoInfer<V>;
  /** Values that an action sets and that forms may set too. Forms offer no other value that an action sets. */
  readonly byForm?: readonly NoInfer<V>[];
  /** Value of a referenced record that the form and the server propose: `stateid.region`. */
  readonly from?: `${string}.${string}`;
  /** Field of the same resource whose texts the values share. */
  readonly words?: string;
}

/** One of a closed set of values. */
export const choice = <const V extends string, const O extends ChoiceOptions<V>>(
  values: readonly V[],
  options?: O & Only<NoInfer<O>, ChoiceOptions<V>>,
) => {
  const given = optionsOf<O>(options);
  const { byForm, from, words }: ChoiceOptions<V> = given;
  return field<V>()(given, {
    type: 'choice',
    takes: ['byForm', 'from', 'words'],
    ...oneOf(values),
    ...listOf(values),
    ...(byForm && { byForm }),
    ...(from && { proposedFrom: from }),
    ...(words && { words }),
  });
};
