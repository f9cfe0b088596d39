import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import type { ResourceName } from '@/schema/resourceNames';

export interface ManyToManyOptions extends CommonOptions {
  /** Limits the candidates: field of the target → field of this record that it must equal. */
  readonly match?: { readonly [targetField: string]: string };
  /** Most links of one record. */
  readonly max?: number;
}

const key = () => z.int().positive();
const asSet = (keys: readonly number[]): number[] => [...new Set(keys)].sort((one, other) => one - other);

/** A set of references to records of another resource, without order. The database ensures that every record exists. */
export const manyToMany = <const O extends ManyToManyOptions>(targets: ResourceName, options?: O & Only<NoInfer<O>, ManyToManyOptions>) => {
  const given = optionsOf<O>(options);
  const { match, max = 200 }: ManyToManyOptions = given;
  return field<readonly number[]>()(given, {
    type: 'manyToMany',
    takes: ['match', 'max'],
    targets,
    zod: () =>
      z
        .array(key())
        .max(max * 2)
        .transform(asSet)
        .pipe(z.array(key()).max(max)),
    column: 'bigint[]',
    graphql: '[Int!]',
    operators: ['has', 'null'],
    sortable: false,
    element: key,
    ...(match && { match }),
    check: (column) => `cardinality(${column}) <= ${max}`,
  });
};
