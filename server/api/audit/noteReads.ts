import type { AnyResource } from '@/schema';
import { restrictingKey } from '@/schema/access';
import { canSee } from '@/schema/project/access';
import type { HistoryItem } from './history';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { isDiskFault, isFull } from '../../database/faults';
import type { Row } from '../../kernel/Row';
import { inSystemTransaction, inTransaction, type Call, type Transaction } from '../../kernel/transaction';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { remember } from '../../kernel/remember';
import { execute } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import { actorColumns, actorValues } from './audit';

const a = columnsOf(audits);
const seen = columnsOf(audits, 'a');

/**
 * Whether an answer contains data whose access is logged: any value, or a value in one of the listed fields. Values that the person may
 * not read are empty here.
 */
const says = ({ logsReads }: AnyResource, row: Row): boolean =>
  logsReads === true || (logsReads ?? []).some((name: string) => row[name] != null);

/** Where a list may be read from: a replica, unless access to the list is logged. */
export const lookingAt = ({ logsReads }: AnyResource): 'look' | 'read' => (logsReads ? 'read' : 'look');

/** Logs who read records whose access is logged. A repeated read by the same page within a minute is logged once. */
export const noteReads = async (tx: Transaction, resource: AnyResource, rows: readonly Row[]): Promise<void> => {
  const ids = resource.logsReads ? rows.filter((row) => says(resource, row)).map((row) => Number(row[resource.key])) : [];
  if (ids.length === 0) return;
  tx.keep();
  await execute(
    tx,
    sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${actorColumns})
      select ${resource.name}::text, u.id, ${tx.grants.organizationid}::bigint, 'read', ${actorValues(tx, 'show', resource)} from unnest(${ids}::bigint[]) u(id)
       where not exists (select 1 from ${seen} where ${seen.resource} = ${resource.name} and ${seen.recordid} = u.id and ${seen.verb} = 'read' and ${seen.action} is null and ${seen.actor_userid} = ${tx.seenBy?.userid ?? tx.userid} and ${seen.as_userid} is not distinct from ${tx.seenBy && tx.userid}::bigint and ${seen.created} > now() - interval '1 minute')`,
  );
};

/** The values in the history of a record as one row, so that reads of its fields can be logged. */
export const historyRow = ({ key }: AnyResource, id: number, items: readonly HistoryItem[]): Row =>
  Object.fromEntries([
    ...items.flatMap(({ changes }) =>
      changes.flatMap(({ field, old, new: next }) => ((next ?? old) == null ? [] : [[field, next ?? old]])),
    ),
    [key, id],
  ]);

/** How contact data was looked at: a record, a list on the screen, or a file. These are the actions of such audits, whose verb is `read`. */
export const contactLook = 'contact',
  contactListLook = 'contact_list',
  contactFileLook = 'contact_file';
/** What somebody opened who looks as somebody else: a record or a list, whatever it shows. */
export const otherLook = 'opened';
const otherListLook = 'opened_list';
type LookAction = typeof contactLook | typeof contactListLook | typeof contactFileLook | typeof otherLook | typeof otherListLook;
/** The record of an audit of a whole list. */
export const wholeList = 0;
/** For how long further looks of a person at the same record or list are part of the first one, in minutes. */
export const lookMinutes = 10;

const contactNames = new WeakMap<AnyResource, readonly string[]>();
/** The fields of a resource with contact data of athletes. */
export const contactFieldsOf = (resource: AnyResource): readonly string[] => {
  const known = contactNames.get(resource);
  if (known) return known;
  const names = Object.entries(resource.all).flatMap(([name, { options }]) => (options.hiddenBy === restrictingKey ? [name] : []));
  contactNames.set(resource, names);
  return names;
};

interface Look {
  readonly resource: string;
  readonly recordid: number;
  readonly action: LookAction;
  readonly userid: number;
  /** As whom. */
  readonly as: number | null;
  readonly organizationid: number | null;
  readonly by: SQL;
}
const showsContact = (tx: Transaction, resource: AnyResource, rows: readonly Row[]): boolean =>
  contactFieldsOf(resource).some((name) => {
    const field = resource.all[name];
    return field !== undefined && canSee(tx.grants, field) && rows.some((row) => row[name] != null);
  });

/** The look at some rows; nothing where they show no contact data to their own reader, or where the log of reads names each of them anyway. */
const lookAt = (tx: Transaction, resource: AnyResource, rows: readonly Row[], recordid: number): Look | null => {
  if (tx.userid === null) return null;
  const hasContact = showsContact(tx, resource, rows),
    isList = recordid === wholeList;
  if (!hasContact && !tx.seenBy) return null;
  const isLogged = !isList && resource.logsReads !== undefined && rows.every((row) => says(resource, row));
  return isLogged
    ? null
    : {
        resource: resource.name,
        recordid,
        action: hasContact ? (isList ? contactListLook : contactLook) : isList ? otherListLook : otherLook,
        userid: tx.seenBy?.userid ?? tx.userid,
        as: tx.seenBy && tx.userid,
        organizationid: tx.grants.organizationid,
        by: actorValues(tx, isList ? 'list' : 'show', resource),
      };
};

const minuteMs = 60_000,
  mostMarks = 20_000;
/** Looks that this process has written down lately, so that a repeated one costs nothing. */
const marksOf = new WeakMap<object, Map<string, number>>();
const remark = (marks: Map<string, number>, mark: string): void => {
  marks.delete(mark);
  marks.set(mark, Date.now() + lookMinutes * minuteMs);
  if (marks.size > mostMarks) marks.delete(marks.keys().next().value ?? mark);
};

const keepLook = async (deps: Pick<ApiDeps, 'pool' | 'registry'>, look: Look): Promise<void> => {
  const { resource, recordid, action, userid, as, organizationid, by } = look;
  const mark = `${userid} ${as ?? ''} ${organizationid} ${resource} ${recordid}`;
  const marks = remember(marksOf, deps.pool, () => new Map<string, number>());
  if ((marks.get(mark) ?? 0) > Date.now()) return;
  await inSystemTransaction(deps, (tx) =>
    execute(
      tx,
      sql`insert into ${a} (${a.resource}, ${a.recordid}, ${a.organizationid}, ${a.verb}, ${a.action}, ${actorColumns})
        select ${resource}::text, ${recordid}::bigint, ${organizationid}::bigint, 'read', ${action}::text, ${by}
         where not exists (select 1 from ${seen} where ${seen.resource} = ${resource} and ${seen.recordid} = ${recordid} and ${seen.action} = ${action} and ${seen.actor_userid} = ${userid} and ${seen.as_userid} is not distinct from ${as}::bigint
           and ${seen.organizationid} is not distinct from ${organizationid}::bigint and ${seen.created} > now() - ${`${lookMinutes} minutes`}::interval)`,
    ),
  );
  remark(marks, mark);
};

/** Says which rows an answer shows: of one record, or of a list. */
export type Showing = (resource: AnyResource, rows: readonly Row[], recordid?: number) => void;

/**
 * Reads as a person, and writes down afterwards that they looked at contact data of athletes: one row for a person, a record or list, and
 * ten minutes. It is a transaction of its own, so the read itself takes no longer and may come from a replica.
 */
export const inWatchedRead = async <T>(
  deps: ApiDeps,
  call: Call,
  ending: 'look' | 'read',
  read: (tx: Transaction, shows: Showing) => Promise<T>,
): Promise<T> => {
  const looks: { last: Look | null } = { last: null };
  const result = await inTransaction(deps, call, ending, (tx) => {
    looks.last = null; // of an attempt that was repeated
    return read(tx, (resource, rows, recordid = wholeList) => {
      looks.last = lookAt(tx, resource, rows, recordid);
    });
  });
  if (looks.last)
    await keepLook(deps, looks.last).catch((error: unknown) => {
      if (!isDiskFault(error) && !isFull(error)) throw error; // lists stay readable while the disk is full
    });
  return result;
};
