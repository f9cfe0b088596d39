import { z } from 'zod';
import { field, optionsOf, type CommonOptions, type Only } from '@/schema/field';
import { pathOf } from '@/schema/registry';
import type { ResourceName } from '@/schema/resourceNames';

/** One row of another resource inside its parent; its declaration names the fields. */
export type EmbeddedRow = Readonly<Record<string, unknown>>;

export interface HasManyOptions extends CommonOptions {
  /** Integer field of the children that stores their order. */
  readonly order?: string;
  /** Fewest rows. */
  readonly min?: number;
  /** Most rows; 500 by default. */
  readonly max?: number;
}

/** Rows of another resource, edited inline and saved with their parent: `price_tiers.distanceid`. */
export const hasMany = <const O extends HasManyOptions>(
  path: `${ResourceName}.${string}`,
  options?: O & Only<NoInfer<O>, HasManyOptions>,
) => {
  const given = optionsOf<O>(options);
  const [target, via = ''] = pathOf(path);
  const { order, min = 0, max = 500 }: HasManyOptions = given;
  return field<readonly EmbeddedRow[]>()(given, {
    type: 'hasMany',
    takes: ['order', 'min', 'max'],
    zod: () => z.array(z.record(z.string(), z.unknown())).min(min).max(max),
    column: null,
    graphql: '[JSON!]!',
    operators: [],
    sortable: false,
    embeds: { target, via, min, max, ...(order && { order }) },
  });
};
