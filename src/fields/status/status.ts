import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { oneOf } from '../kit/oneOf';

/** How a state is drawn: always with an icon and a word, never by colour alone. */
export interface StatusLook {
  readonly tone: 'grey' | 'amber' | 'red' | 'green' | 'ink' | 'purple' | 'blue';
  readonly icon:
    | 'clock'
    | 'hourglass'
    | 'check'
    | 'bib'
    | 'cross'
    | 'alert'
    | 'return'
    | 'arrow'
    | 'pause'
    | 'dot'
    | 'lock'
    | 'flag'
    | 'archive'
    | 'pencil';
  readonly outline?: boolean;
  readonly strike?: boolean;
}

export interface StatusOptions<V extends string> extends CommonOptions {
  readonly default?: NoInfer<V>;
  /** Values that an action sets and that forms may set too. Forms offer no other value that an action sets. */
  readonly byForm?: readonly NoInfer<V>[];
  /** Named sets of states for filters and totals. */
  readonly groups?: { readonly [group: string]: readonly NoInfer<V>[] };
}

/** The status of a record: colour, icon and word. */
export const status = <const V extends string, const O extends StatusOptions<V>>(
  states: { readonly [K in V]: StatusLook },
  options?: O & Only<NoInfer<O>, StatusOptions<V>>,
) => {
  const given = optionsOf<O>(options);
  const { byForm, groups }: StatusOptions<V> = given;
  const values = Object.keys(states) as V[];
  return field<V>()(
    { ...given, states },
    {
      type: 'status',
      takes: ['byForm', 'groups', 'states'],
      ...oneOf(values),
      ...(byForm && { byForm }),
      ...(groups && { groups }),
    },
  );
};
