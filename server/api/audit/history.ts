import type { AnyResource } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { forbidden, notFound } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { reaches } from '../list/visible';
import { contactLook, otherLook } from './noteReads';
import { readTitles, referencesIn, type Reference } from './recordsOf';
import { titleKey } from './valueWords';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** One field of a record before and after a write. */
export interface Change {
  readonly field: string;
  readonly old: unknown;
  readonly new: unknown;
}
/** A change with the titles of the records that its values refer to, by their keys, as far as the person may read them. */
interface NamedChange extends Change {
  readonly titles?: Readonly<Record<string, string>>;
}
export interface HistoryItem {
  readonly auditid: number;
  readonly verb: string;
  readonly at: string;
  readonly actor: { readonly userid: number | null; readonly name: string | null };
  readonly changes: readonly NamedChange[];
}

const a = columnsOf(audits);
const entry = {
  auditid: a.auditid,
  verb: value<string>(sql`coalesce(${a.action}, ${a.verb})`),
  at: a.created,
  userid: a.actor_userid,
  name: a.actor_name,
  before: value<Row | null>(sql`${a.before}`),
  after: value<Row | null>(sql`${a.after}`),
};

/** Embedded rows are masked like the rows of their own resource. */
const maskRows = (tx: Transaction, child: AnyResource, rows: unknown): unknown =>
  Array.isArray(rows)
    ? rows.map((row: Row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !child.all[name] || canSee(tx.grants, child.all[name]))),
      )
    : rows;

/** The changes between two states, without the fields that this person may not read now. */
export const changesOf = (tx: Transaction, resource: AnyResource, before: Row | null, after: Row | null): readonly Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].flatMap((name) => {
    const field = resource.all[name];
    if (!field || !canSee(tx.grants, field)) return [];
    const child = field.embeds && tx.registry.get(field.embeds.target);
    const mask = (value: unknown) => (child ? maskRows(tx, child, value) : value);
    return [{ field: name, old: mask(before?.[name] ?? null), new: mask(after?.[name] ?? null) }];
  });

/** What the values of a change refer to. */
export const changedReferences = (resource: AnyResource, { field, old, new: next }: Change): readonly Reference[] =>
  referencesIn(resource, [
    [field, old],
    [field, next],
  ]);

/** The changes of a record, newest first, without the fields that this person may not read now. */
export const readHistory = async (tx: Transaction, resource: AnyResource, id: number): Promise<readonly HistoryItem[]> => {
  if (!can(tx.grants, 'show', resource)) throw forbidden();
  if (!Number.isSafeInteger(id) || id < 1 || !(await reaches(tx, resource, id, 'show'))) throw notFound();
  const rows = await select(
    tx,
    entry,
    sql`from ${a} where ${a.resource} = ${resource.name} and ${a.recordid} = ${id} and (${a.action} is null or ${a.action} not in (${contactLook}, ${otherLook})) order by ${a.auditid} desc limit 200`,
  );
  const items = rows.map(({ auditid, verb, at, userid, name, before, after }) => ({
    auditid,
    verb,
    at,
    actor: { userid, name },
    changes: changesOf(tx, resource, before, after).map((change) => ({ change, refers: changedReferences(resource, change) })),
  }));
  const titles = await readTitles(
    tx,
    items.flatMap(({ changes }) => changes.flatMap(({ refers }) => refers)),
  );
  const titlesOf = (refers: readonly Reference[]) =>
    Object.fromEntries(
      refers.flatMap(({ to, id }) => {
        const title = titles.get(titleKey(to, id));
        return title === undefined ? [] : [[id, title] as const];
      }),
    );
  return items.map(({ changes, ...item }) => ({
    ...item,
    changes: changes.map(({ change, refers }) => (refers.length === 0 ? change : { ...change, titles: titlesOf(refers) })),
  }));
};
