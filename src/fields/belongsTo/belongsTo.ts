import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import type { ResourceName } from '@/schema/resourceNames';

export interface BelongsToOptions extends CommonOptions {
  /** Narrows what may be picked: field of the target → field of this record that it must equal. */
  readonly match?: { readonly [targetField: string]: string };
  /** Whoever reads this record may read the title of the other one too, though no key opens its list: a name beside what somebody did. Policies of the database hold all the same. */
  readonly named?: boolean;
  /** The database copies it from the row that owns this one, whatever the writer says; say `readOnly` too. */
  readonly ofParent?: boolean;
}

/** A link to one record of another resource, named so that resources never import each other. */
export const belongsTo = <const O extends BelongsToOptions>(target: ResourceName, options?: O & Only<NoInfer<O>, BelongsToOptions>) => {
  const given = optionsOf<O>(options);
  const { match, named, ofParent }: BelongsToOptions = given;
  return field<number>()(given, {
    type: 'belongsTo',
    takes: ['match', 'named', 'ofParent'],
    target,
    zod: z.int().positive(),
    column: 'bigint',
    graphql: 'Int',
    operators: ['eq', 'in', 'null'],
    sortable: false,
    ...(match && { match }),
    ...(named && { named }),
    ...(ofParent && { ofParent }),
  });
};
