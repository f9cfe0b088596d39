import { z } from 'zod';
import { field, optionsOf, type Computation, type CommonOptions, type Only } from '@/schema/field';
import { pathOf } from '@/schema/registry';
import type { ResourceName } from '@/schema/resourceNames';

export interface LatestOptions extends CommonOptions {
  /** Looks only at the records whose field holds one of the values. */
  readonly where?: NonNullable<Computation['where']>;
}

/**
 * The latest day in a field of the records that refer to this one, such as `latest('fmtri_affiliations.affiliate_userid', 'ends_on')`; null
 * where there is none. Computed when it is read, so lists do not sort or filter by it.
 */
export const latest = <const O extends LatestOptions>(
  path: `${ResourceName}.${string}`,
  of: string,
  options?: O & Only<NoInfer<O>, LatestOptions>,
) => {
  const given = optionsOf<O>(options);
  const [target, via = ''] = pathOf(path);
  const { where }: LatestOptions = given;
  return field<string | null, string>()(given, {
    type: 'latest',
    takes: ['where'],
    zod: () => z.iso.date(),
    column: null,
    graphql: 'String',
    operators: [],
    sortable: false,
    cell: { kind: 'day', sql: (column) => `${column}::date` },
    computed: { kind: 'latest', target, via, of, stored: false, ...(where && { where }) },
  });
};
