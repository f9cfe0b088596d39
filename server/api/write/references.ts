import { sql, type SQL } from 'drizzle-orm';
import type { AnyResource } from '@/schema';
import { aliveText } from '../list/alive';
import { referenceFields } from '../list/fieldsOf';
import { scopeSql } from '../list/scope';
import { invalid } from '../../kernel/DomainError';
import { selectAll, value } from '../../kernel/select';
import { bind, column, every, quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

type Values = Readonly<Record<string, unknown>>;
type Match = Readonly<Record<string, string>>;

/** Records of an organization may refer to records of the same organization or of none. */
const sameOwner = (resource: AnyResource, target: AnyResource, record: Values): SQL | null => {
  if (record['organizationid'] == null || target.tenancy === 'self' || !target.all['organizationid'] || !resource.all['organizationid'])
    return null;
  const owner = sql`${column('t', 'organizationid')} = ${bind(record['organizationid'])}`;
  return target.tenancy === 'shared' ? sql`(${owner} or ${column('t', 'organizationid')} is null)` : owner;
};

const matching = (match: Match, record: Values): readonly (readonly [name: string, given: unknown])[] =>
  Object.entries(match)
    .filter(([, own]) => record[own] != null)
    .map(([name, own]) => [name, record[own]] as const);

const haveAll = async (
  tx: Transaction,
  resource: AnyResource,
  target: AnyResource,
  keys: readonly unknown[],
  match: Match,
  record: Values,
): Promise<boolean> => {
  const matches = matching(match, record).map(([name, given]) => sql`${column('t', name)} = ${bind(given)}`);
  const condition = every([
    sql`${column('t', target.key)} = any(${bind(keys)}::bigint[])`,
    sql.raw(aliveText(target, 't')),
    scopeSql(tx.registry, tx.grants, target, 'list', 't'),
    sameOwner(resource, target, record),
    ...matches,
  ]);
  const [found] = await selectAll(tx, value<number>(sql`count(*)`), sql`from ${sql.raw(`${quote(target.name)} "t"`)} where ${condition}`);
  return found === new Set(keys).size;
};

/** What was found of references of records of one kind that are written together: many name the same. */
export type Asked = Map<string, boolean>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value == null ? [] : [value]);

/** Refuses references to records that this person cannot see, or that do not fit the rest of the record. Existing members of a set stay. */
export const checkReferences = async (
  tx: Transaction,
  resource: AnyResource,
  changed: Values,
  record: Values,
  prefix = '',
  before: Values = {},
  asked: Asked = new Map(),
): Promise<void> => {
  for (const [name, field] of referenceFields(resource)) {
    const reached = field.target ?? field.targets;
    const { match = {} } = field;
    const isMoved = Object.values(match).some((own) => changed[own] !== undefined);
    if (!reached || (changed[name] === undefined && !isMoved)) continue;
    const known = new Set(field.targets && !isMoved ? listOf(before[name]) : []);
    const self = reached === 'users' ? tx.userid : null; // the account of an API key sees no users, not even itself
    const keys = listOf(record[name]).filter((key) => !known.has(key) && key !== self);
    if (keys.length === 0) continue;
    const question = JSON.stringify([reached, keys, matching(match, record), record['organizationid'] ?? null]);
    const are = asked.get(question) ?? (await haveAll(tx, resource, tx.registry.get(reached), keys, match, record));
    asked.set(question, are);
    if (!are) throw invalid([{ path: `${prefix}${name}`, code: 'INVALID_REFERENCE' }]);
  }
};
