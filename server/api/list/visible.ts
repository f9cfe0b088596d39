import { sql } from 'drizzle-orm';
import type { AnyResource } from '@/schema';
import { can, looks } from '@/schema/project/access';
import { explained } from '../../kernel/constraints';
import { conflict, forbidden, invalid, notFound } from '../../kernel/DomainError';
import { aliveText } from './alive';
import { scopeSql } from './scope';
import type { Row } from '../../kernel/Row';
import { selectAll, value } from '../../kernel/select';
import { bind, column, every, quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readAllStored, readStored, type Stored } from './stored';

/** Whether rows that are not deleted are all within the scope of this person for a verb. */
export const reachesAll = async (tx: Transaction, resource: AnyResource, ids: readonly number[], verb: string): Promise<boolean> => {
  const condition = every([
    sql`${column('t', resource.key)} = any(${bind(ids)}::bigint[])`,
    sql.raw(aliveText(resource, 't')),
    scopeSql(tx.registry, tx.grants, resource, verb, 't'),
  ]);
  const found = sql`from ${sql.raw(`${quote(resource.name)} "t"`)} where ${condition}`;
  return (await selectAll(tx, value<number>(sql`count(*)`), found))[0] === ids.length;
};
/** The same of one row. */
export const reaches = (tx: Transaction, resource: AnyResource, id: number, verb: string): Promise<boolean> =>
  reachesAll(tx, resource, [id], verb);

/**
 * The stored row that a verb is about to change, locked: 404 when it is not visible, 403 when no key allows the verb on it.
 *
 * People without a key for records of this kind are refused before any row is read, so the answer does not reveal whether one exists.
 */
export const rowFor = async (tx: Transaction, resource: AnyResource, id: number, verb: string): Promise<Row> => {
  const [sees, may] = ['show', verb].map((each) => can(tx.grants, each, resource));
  if (!sees && !may) throw forbidden();
  if (!Number.isSafeInteger(id) || id < 1 || !(await reaches(tx, resource, id, sees ? 'show' : verb))) throw notFound();
  if (!may || (sees && !(await reaches(tx, resource, id, verb)))) throw forbidden();
  const row = await readStored(tx, resource, id, { lock: !resource.appendOnly && !looks(resource, verb) });
  if (!row) throw forbidden(); // the policy shows the row, but lets nobody of this role change it
  return row;
};

/** The records that `rowFor` would answer, locked together. `rowFor` gives the reason why the others are missing. */
export const rowsFor = async (
  tx: Transaction,
  resource: AnyResource,
  ids: readonly number[],
  verb: string,
): Promise<ReadonlyMap<number, Stored>> => {
  if (!can(tx.grants, verb, resource)) return new Map();
  const scopes = ['show', verb].map((each) => scopeSql(tx.registry, tx.grants, resource, each, 't'));
  const condition = every([sql`${column('t', resource.key)} = any(${bind(ids)}::bigint[])`, sql.raw(aliveText(resource, 't')), ...scopes]);
  const key = value<number>(column('t', resource.key));
  const keys = await selectAll(tx, key, sql`from ${sql.raw(`${quote(resource.name)} "t"`)} where ${condition}`);
  // The policy of a table may show rows to a role and let it lock none.
  return explained(tx, resource, () => readAllStored(tx, resource, keys, { lock: !resource.appendOnly }));
};

/** Takes the version out of a body. Refuses a missing or outdated one. */
export const checkVersion = (body: Record<string, unknown>, row: Row): void => {
  const { version } = body;
  delete body['version'];
  if (!Number.isInteger(version)) throw invalid([{ path: 'version', code: 'REQUIRED' }]);
  if (version !== row['version']) throw conflict('STALE_VERSION', [{ path: 'version', code: 'STALE_VERSION' }]);
};
