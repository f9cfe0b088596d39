import { sql, type SQL } from 'drizzle-orm';
import type { AnyResource } from '@/schema';
import { aliveText, scopeSql } from '../list/scope';
import { invalid } from '../DomainError';
import { bind, column, every, quote } from '../sql';
import type { Transaction } from '../transaction';

type Values = Readonly<Record<string, unknown>>;
type Match = Readonly<Record<string, string>>;

/** What belongs to an organisation refers to records of the same one, or of none. */
const sameOwner = (resource: AnyResource, target: AnyResource, record: Values): SQL | null => {
  if (record['organizationid'] == null || target.tenancy === 'self' || !target.all['organizationid'] || !resource.all['organizationid']) return null;
  const owner = sql`${column('t', 'organizationid')} = ${bind(record['organizationid'])}`;
  return target.tenancy === 'shared' ? sql`(${owner} or ${column('t', 'organizationid')} is null)` : owner;
};

const exists = async (tx: Transaction, resource: AnyResource, target: AnyResource, key: unknown, match: Match, record: Values): Promise<boolean> => {
  const matches = Object.entries(match).filter(([, own]) => record[own] != null).map(([name, own]) => sql`${column('t', name)} = ${bind(record[own])}`);
  const condition = every([sql`${column('t', target.key)} = ${bind(key)}`, sql.raw(aliveText(target, 't')), scopeSql(tx.registry, tx.grants, target, 'list', 't'), sameOwner(resource, target, record), ...matches]);
  return (await tx.rows(sql`select 1 from ${sql.raw(`${quote(target.name)} "t"`)} where ${condition}`)).length > 0;
};

/** Refuses references to records that this person cannot see, or that do not belong together with the rest of the record. */
export const checkReferences = async (tx: Transaction, resource: AnyResource, changed: Values, record: Values, prefix = ''): Promise<void> => {
  for (const [name, field] of Object.entries(resource.all)) {
    const match = ((field.options as { readonly match?: Match }).match ?? {});
    const touched = changed[name] !== undefined || Object.values(match).some((own) => changed[own] !== undefined);
    if (!field.target || !touched || record[name] == null) continue;
    if (!(await exists(tx, resource, tx.registry.get(field.target), record[name], match, record))) throw invalid([{ path: `${prefix}${name}`, message: 'validation.reference' }]);
  }
};
