import { isPersonal, secretsOf, type AnyResource } from '@/schema';
import { keyUsed } from '@/schema/project/access';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { bind, sql, type SQL } from '../../kernel/sql';
import { remember } from '../../kernel/remember';

export interface AuditEntry {
  readonly resource: AnyResource;
  readonly id: number;
  readonly verb: 'create' | 'edit' | 'delete' | 'action';
  readonly action?: string;
  readonly before: Row | null;
  readonly after: Row | null;
  /** The former values of the record are not stored. */
  readonly forgets?: boolean | undefined;
}
const a = columnsOf(audits);

/** Who does something, from where and with which key: columns of an audit. */
export const actorColumns = sql`${a.actor_userid}, ${a.actor_name}, ${a.as_userid}, ${a.as_name}, ${a.requestid}, ${a.source}, ${a.ip}, ${a.permission_key}`;
/** Their values. `source` is `api` for people unless it is another. */
export const actorValues = (
  { userid, userName, seenBy, call, grants }: Pick<Transaction, 'userid' | 'userName' | 'seenBy' | 'call' | 'grants'>,
  verb: string,
  resource: AnyResource,
  source: 'api' | 'download' = 'api',
): SQL =>
  sql`${seenBy?.userid ?? userid}::bigint, ${seenBy?.name ?? userName}::text, ${seenBy && userid}::bigint, ${seenBy && userName}::text, ${call.requestId}::text, ${userid === null ? 'job' : source}::text, ${call.ip || null}::text, ${userid === null ? null : keyUsed(grants, verb, resource)}::text`;

/** Columns that every write changes. */
export const housekeeping: ReadonlySet<string> = new Set(['updated', 'created', 'version', 'updated_by', 'created_by']);
const same = (left: unknown, right: unknown): boolean =>
  left === right || (left == null && right == null) || JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** The part in which two states differ, without the columns that every write changes. */
export const difference = (before: Row | null, after: Row | null): { readonly before: Row; readonly after: Row } => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !housekeeping.has(name) && !same(before?.[name], after?.[name]),
  );
  const part = (row: Row | null): Row => Object.fromEntries(names.map((name) => [name, row?.[name] ?? null]));
  return { before: part(before), after: part(after) };
};

/** One record of a write with its two states. */
export type Changed = Pick<AuditEntry, 'id' | 'before' | 'after'>;

/** Writes one audit row for each record of one write: who wrote what, and the values before. */
export const auditAll = async (
  tx: Transaction,
  { resource, verb, action, forgets }: Pick<AuditEntry, 'resource' | 'verb' | 'action' | 'forgets'>,
  records: readonly Changed[],
): Promise<void> => {
  if (records.length === 0 || isPersonal(resource)) return; // private records of a person leave no audit, because others could read it
  const ownerOf = ({ id, before, after }: Changed): unknown =>
    resource.tenancy === 'self' ? id : (after?.['organizationid'] ?? before?.['organizationid'] ?? tx.grants.organizationid);
  const secrets = new Set(secretsOf(resource));
  const open = (row: Row): Row => (secrets.size > 0 ? Object.fromEntries(Object.entries(row).filter(([name]) => !secrets.has(name))) : row);
  const changes = records
    .map(({ before, after }) => difference(before, after))
    .map((change) => ({ before: open(change.before), after: open(change.after) }))
    .map((change) =>
      forgets ? { ...change, before: Object.fromEntries(Object.keys(change.before).map((name) => [name, null])) } : change,
    );
  const ids = records.map(({ id }) => id),
    owners = bind(records.map(ownerOf)),
    befores = bind(records.map(({ before }, at) => before && JSON.stringify(changes[at]?.before))),
    afters = bind(records.map(({ after }, at) => after && JSON.stringify(changes[at]?.after)));
  await execute(
    tx,
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.action}, ${actorColumns}, ${a.before}, ${a.after})
      select ${resource.name}, u.id, u.owner, ${verb}, ${action ?? null}, ${actorValues(tx, action ?? verb, resource)}, u.before::jsonb, u.after::jsonb
        from unnest(${ids}::bigint[], ${owners}::bigint[], ${befores}::text[], ${afters}::text[]) with ordinality u(id, owner, before, after, at) order by u.at`,
  );
};

const audited = new WeakMap<Transaction, Set<string>>();
const markOf = ({ name }: AnyResource, id: number): string => `${name} ${id}`;

/** The caller writes one audit for the whole call, so its steps write none. */
export const auditedByCaller = (tx: Transaction, resource: AnyResource, id: number): void => {
  remember(audited, tx, () => new Set<string>()).add(markOf(resource, id));
};

/** Writes the audit of one step if it changed something, unless the caller writes one for the whole call. */
export const auditStep = async (tx: Transaction, entry: AuditEntry): Promise<void> => {
  const isAudited = audited.get(tx)?.has(markOf(entry.resource, entry.id)) === true;
  if (!isAudited && Object.keys(difference(entry.before, entry.after).after).length > 0) await audit(tx, entry);
};

/** Writes one audit row: who wrote what, and the values before. */
export const audit = (tx: Transaction, { id, before, after, ...write }: AuditEntry): Promise<void> =>
  auditAll(tx, write, [{ id, before, after }]);
