import { z } from 'zod';
import { field, type Fields } from './field';

/** Names that every resource may use in columns, filters, sort and indexes without declaring them. */
export type BaseFieldName = 'created' | 'updated' | 'version' | 'organizationid';

const instant = () =>
  field<string>()(
    { readOnly: true, required: true },
    {
      type: 'dateTime',
      zod: () => z.string(),
      column: 'timestamptz',
      graphql: 'String',
      operators: ['eq', 'lt', 'lte', 'gt', 'gte', 'between', 'null'],
      sortable: true,
    },
  );
const version = () =>
  field<number>()(
    { readOnly: true, required: true, default: 1 },
    { type: 'integer', zod: () => z.int(), column: 'integer', graphql: 'Int', operators: ['eq'], sortable: false },
  );
const owner = (options: { readonly required: boolean; readonly readOnly: boolean }) =>
  field<number>()(
    { ...options, createOnly: true, platformOnly: true },
    {
      type: 'belongsTo',
      target: 'organizations',
      zod: () => z.int().positive(),
      column: 'bigint',
      graphql: 'Int',
      operators: ['eq', 'in', 'null'],
      sortable: false,
    },
  );

/** The columns of every row besides its declared fields: its owner if it has one, its instants and its version. */
export const baseFields = ({
  tenancy,
  appendOnly,
  fields,
  scope,
}: {
  readonly tenancy: unknown;
  readonly appendOnly?: boolean;
  readonly fields: Fields;
  readonly scope?: { readonly owner?: string };
}): Fields => ({
  ...((tenancy === 'own' || tenancy === 'shared') &&
    !fields['organizationid'] && { organizationid: owner({ required: tenancy === 'own', readOnly: scope?.owner !== undefined }) }),
  ...(typeof tenancy === 'object' &&
    tenancy !== null &&
    'parent' in tenancy && { organizationid: owner({ required: true, readOnly: true }) }),
  created: instant(),
  ...(!appendOnly && { updated: instant(), version: version() }),
});
