import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

/** One row of another resource inside its parent; its declaration says what it holds. */
export type EmbeddedRow = Readonly<Record<string, unknown>>;

export interface HasManyOptions extends CommonOptions {
  /** Integer field of the children that keeps their order. */
  readonly order?: string;
  /** Fewest rows. */
  readonly min?: number;
  /** Most rows; 500 unless it is given. */
  readonly max?: number;
}

/** Rows of another resource, edited inline and saved with their parent: `price_tiers.distanceid`. */
export const hasMany = <const O extends HasManyOptions>(path: `${string}.${string}`, options: O = {} as O) => {
  const [target, via] = path.split('.') as [string, string];
  const { order, min = 0, max = 500 }: HasManyOptions = options;
  return field<readonly EmbeddedRow[]>()(options, {
    type: 'hasMany',
    takes: ['order', 'min', 'max'],
    zod: z.array(z.record(z.string(), z.unknown())).min(min).max(max),
    column: null,
    graphql: '[JSON!]!',
    operators: [],
    sortable: false,
    embeds: { target, via, min, max, ...(order && { order }) },
  });
};
