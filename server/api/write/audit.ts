import type { AnyResource } from '@/schema';
import type { Row } from '../list/reader';
import type { Transaction } from '../transaction';

export interface AuditEntry {
  readonly resource: AnyResource;
  readonly id: number;
  readonly verb: 'create' | 'edit' | 'delete' | 'action';
  readonly action?: string;
  readonly before: Row | null;
  readonly after: Row | null;
}
const housekeeping = new Set(['updated', 'created', 'version', 'updated_by', 'created_by']);
const same = (left: unknown, right: unknown): boolean => left === right || JSON.stringify(left ?? null) === JSON.stringify(right ?? null);

/** The part of two states that differs, without what every write touches. */
export const difference = (before: Row | null, after: Row | null): { readonly before: Row; readonly after: Row } => {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !housekeeping.has(name) && !same(before?.[name], after?.[name]));
  const part = (row: Row | null): Row => Object.fromEntries(names.map((name) => [name, row?.[name] ?? null]));
  return { before: part(before), after: part(after) };
};

const insertSql = `insert into audits (resource, recordid, organizationid, verb, action, actor_userid, actor_name, requestid, source, before, after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'api', $9, $10)`;

/** Leaves one row that says who wrote what, and how it was before. */
export const audit = async (tx: Transaction, { resource, id, verb, action, before, after }: AuditEntry): Promise<void> => {
  const changed = difference(before, after);
  const owner = resource.tenancy === 'self' ? id : (after?.['organizationid'] ?? before?.['organizationid'] ?? tx.grants.organizationid);
  await tx.run(insertSql, [resource.name, id, owner, verb, action ?? null, tx.userid, tx.userName, tx.call.requestId, before && JSON.stringify(changed.before), after && JSON.stringify(changed.after)]);
};
