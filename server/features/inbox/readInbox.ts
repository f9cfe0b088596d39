import type { WaitingItem, WaitingKind } from '@/domain/inbox';
import { waitingFor, waitingOf, type AnyResource, type Waiting } from '@/schema';
import { can } from '@/schema/project/access';
import { inbox_marks } from '../../database/inboxTables';
import { predicate } from '../../api/list/predicate';
import { aliveText } from '../../api/list/alive';
import { readerOf } from '../../api/list/reader';
import { scopeSql } from '../../api/list/scope';
import { askedSelection } from '../../api/list/Selection';
import { columnsOf } from '../../kernel/columnsOf';
import { nested, select, selectAll, value } from '../../kernel/select';
import { column, columnText, every, quote, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

interface Kind {
  readonly resource: AnyResource;
  readonly wait: string;
  readonly waiting: Waiting;
  /** Of rows about records: the entities of those records. */
  readonly among?: readonly string[];
}
/** Counting ends here: nobody reads on after so many. */
export const mostCounted = 1000;
/** The others of a kind are in its list. */
const mostOfKind = 8;
const m = columnsOf(inbox_marks, 'm');

/** Whether the permission to view is enough, since nothing but reading is asked for, or it waits for this person by name. */
const isToSee = ({ owner, untilRead, for: action }: Waiting): boolean =>
  owner !== undefined || (untilRead === true && action === undefined);

/** What may wait for the person of the transaction: the rows of its list are open to them, and so is the work itself. */
const openKinds = ({ grants, registry, userid }: Transaction): readonly Kind[] =>
  userid === null
    ? []
    : registry.all.flatMap((resource) =>
        Object.keys(resource.waits ?? {}).flatMap((wait): readonly Kind[] => {
          const waiting = waitingOf(resource, wait);
          const isOpen = can(grants, 'list', resource) && (isToSee(waiting) || can(grants, waiting.for ?? 'edit', resource));
          return isOpen ? [{ resource, wait, waiting }] : [];
        }),
      );

const sinceText = ({ resource: { all }, waiting: { since } }: Kind): string =>
  since && all[since] ? `coalesce(${columnText('t', since)}, ${columnText('t', 'created')})` : columnText('t', 'created');

const readText = (kind: Kind, userid: number): SQL =>
  sql`exists (select 1 from ${m} where ${m.userid} = ${userid} and ${m.resource} = ${kind.resource.name} and ${m.wait} = ${kind.wait}
        and ${m.recordid} = ${sql.raw(columnText('t', kind.resource.key))} and ${m.read_at} >= ${sql.raw(sinceText(kind))})`;
/** The rows of a kind that wait for a person, whether or not they may see them. */
const waitingRows = ({ registry }: Transaction, kind: Kind, userid: number): SQL => {
  const { resource, wait, waiting } = kind;
  const { days, untilRead } = waiting;
  return every([
    sql.raw(aliveText(resource, 't')),
    predicate(registry, resource, 't', waitingFor(resource, wait, { userid, now: Date.now() })),
    untilRead ? sql`not ${readText(kind, userid)}` : null,
    days === undefined ? null : sql`${sql.raw(sinceText(kind))} > now() - make_interval(days => ${days})`,
  ]);
};
const conditionOf = (tx: Transaction, kind: Kind, userid: number): SQL => {
  const { registry, grants } = tx;
  const { resource, among, waiting } = kind;
  return every([
    scopeSql(registry, grants, resource, 'list', 't', among),
    isToSee(waiting) ? null : scopeSql(registry, grants, resource, waiting.for ?? 'edit', 't'),
    waitingRows(tx, kind, userid),
  ]);
};

/** What may wait, with the entities of the records that rows are about; such a kind is left out while it has no rows. */
const kindsFor = async (tx: Transaction): Promise<readonly Kind[]> => {
  const { userid } = tx;
  const kinds: Kind[] = [];
  for (const kind of openKinds(tx)) {
    const { aboutKind } = kind.resource.scope ?? {};
    if (aboutKind === undefined || userid === null) kinds.push(kind);
    else {
      const among = await selectAll(
        tx,
        value<string>(column('t', aboutKind)),
        (name) =>
          sql`select distinct ${name} from ${sql.raw(quote(kind.resource.name))} "t" where ${waitingRows(tx, kind, userid)} order by 1`,
      );
      if (among.length > 0) kinds.push({ ...kind, among });
    }
  }
  return kinds;
};

const counted = {
  at: value<number>(sql`counted.at`),
  total: value<number>(sql`counted.total`),
  unread: value<number>(sql`counted.unread`),
};
/** What waits for the person of the transaction, counted in one statement; kinds of which nothing waits are left out. */
export const countWaiting = async (tx: Transaction): Promise<readonly WaitingKind[]> => {
  const kinds = await kindsFor(tx),
    { userid } = tx;
  if (userid === null || kinds.length === 0) return [];
  const each = kinds.map(
    (kind, at) =>
      sql`select ${sql.raw(String(at))} as at, count(*)::int as total, (count(*) filter (where not w.is_read))::int as unread
            from (select ${readText(kind, userid)} as is_read from ${sql.raw(quote(kind.resource.name))} "t" where ${conditionOf(tx, kind, userid)} limit ${sql.raw(String(mostCounted))}) w`,
  );
  const rows = await select(tx, counted, sql`from (${sql.join(each, sql` union all `)}) counted`);
  return rows.flatMap(({ at, total, unread }) => {
    const kind = kinds[at];
    return kind && total > 0 ? [{ resource: kind.resource.name, wait: kind.wait, total, unread }] : [];
  });
};

/** The newest records of what waits, the unread ones before the others, as the person may read them. */
export const readWaiting = async (tx: Transaction, counted: readonly WaitingKind[]): Promise<readonly WaitingItem[]> => {
  const { userid } = tx;
  const items: WaitingItem[] = [];
  if (userid === null) return items;
  for (const kind of await kindsFor(tx)) {
    const { resource, wait, waiting } = kind;
    if (!counted.some((each) => each.resource === resource.name && each.wait === wait)) continue;
    const reader = readerOf(
      tx,
      resource,
      askedSelection(resource, [
        ...(waiting.says ?? []),
        ...(resource.all['eventid'] ? ['eventid'] : []),
        ...[resource.scope?.about, resource.scope?.aboutKind].filter((each) => each !== undefined),
      ]),
    );
    const found = await select(
      tx,
      { since: value<string>(sql.raw(sinceText(kind))), isRead: value<boolean>(readText(kind, userid)), row: nested(reader.shape) },
      sql`from ${sql.raw(`${quote(resource.name)} "t"`)}${reader.joins}
           where ${conditionOf(tx, kind, userid)} order by 2, ${sql.raw(`${sinceText(kind)} desc, ${columnText('t', resource.key)} desc`)} limit ${sql.raw(String(mostOfKind))}`,
    );
    for (const { row, ...of } of found) items.push({ resource: resource.name, wait, id: Number(row[resource.key]), row, ...of });
  }
  return items.sort((one, other) => (one.since < other.since ? 1 : one.since > other.since ? -1 : 0));
};

/** The keys of everything of some kinds that waits unread. */
export const unreadKeys = async (tx: Transaction): Promise<readonly (readonly [resource: string, wait: string, id: number])[]> => {
  const { userid } = tx;
  if (userid === null) return [];
  const keys: (readonly [string, string, number])[] = [];
  for (const kind of await kindsFor(tx)) {
    const { resource, wait } = kind;
    const found = await selectAll(
      tx,
      value<number>(column('t', resource.key)),
      sql`from ${sql.raw(quote(resource.name))} "t" where ${conditionOf(tx, kind, userid)} and not ${readText(kind, userid)} limit ${sql.raw(String(mostCounted))}`,
    );
    for (const id of found) keys.push([resource.name, wait, id]);
  }
  return keys;
};
