import type { AnyResource } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { forbidden, notFound } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { reaches } from '../list/visible';

interface Change {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}
export interface HistoryItem {
  readonly auditid: number;
  readonly verb: string;
  readonly at: string;
  readonly actor: { readonly userid: number | null; readonly name: string | null };
  readonly changes: readonly Change[];
}

const historySql = `select auditid, coalesce(action, verb), created, actor_userid, actor_name, before, after from audits where resource = $1 and recordid = $2 order by auditid desc limit 200`;

/** Embedded rows are masked like the rows of their own resource. */
const maskRows = (tx: Transaction, child: AnyResource, rows: unknown): unknown =>
  Array.isArray(rows)
    ? rows.map((row: Row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !child.all[name] || canSee(tx.grants, child.all[name]))),
      )
    : rows;

const changesOf = (tx: Transaction, resource: AnyResource, before: Row | null, after: Row | null): readonly Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((name) => {
    const field = resource.all[name];
    if (!field || !canSee(tx.grants, field)) return [];
    const child = field.embeds && tx.registry.get(field.embeds.target);
    const mask = (value: unknown) => (child ? maskRows(tx, child, value) : value);
    return [{ field: name, old: mask(before?.[name] ?? null), new: mask(after?.[name] ?? null) }];
  });

/** What happened to a record, newest first, without the fields that this person may not read now. */
export const readHistory = async (tx: Transaction, resource: AnyResource, id: number): Promise<readonly HistoryItem[]> => {
  if (!Number.isSafeInteger(id) || id < 1 || !(await reaches(tx, resource, id, 'show'))) throw notFound();
  if (!can(tx.grants, 'show', resource)) throw forbidden();
  const rows = await tx.run(historySql, [resource.name, id]);
  return rows.map(([auditid, verb, at, userid, name, before, after]) => ({
    auditid: Number(auditid),
    verb: String(verb),
    at: String(at),
    actor: { userid: userid as number | null, name: name as string | null },
    changes: changesOf(tx, resource, before as Row | null, after as Row | null),
  }));
};
