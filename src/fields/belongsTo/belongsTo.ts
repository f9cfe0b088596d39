import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import type { ResourceName } from '@/schema/resourceNames';

export interface BelongsToOptions extends CommonOptions {
  /** Limits the candidates: field of the target → field of this record that it must equal. */
  readonly match?: { readonly [targetField: string]: string };
  /**
   * People who read this record may also read the title of the other one, even without a key for its list; for example the name of the
   * person who did something. The policies of the database still apply.
   */
  readonly named?: boolean;
  /** The database copies the value from the row that owns this one and ignores what was sent. Needs `readOnly` too. */
  readonly ofParent?: boolean;
}

/** A reference to one record of another resource, by name, so that resources never import each other. */
export const belongsTo = <const O extends BelongsToOptions>(target: ResourceName, options?: O & Only<NoInfer<O>, BelongsToOptions>) => {
  const given = optionsOf<O>(options);
  const { match, named, ofParent }: BelongsToOptions = given;
  return field<number>()(given, {
    type: 'belongsTo',
    takes: ['match', 'named', 'ofParent'],
    target,
    zod: () => z.int().positive(),
    column: 'bigint',
    graphql: 'Int',
    operators: ['eq', 'in', 'null'],
    sortable: false,
    ...(match && { match }),
    ...(named && { named }),
    ...(ofParent && { ofParent }),
  });
};
