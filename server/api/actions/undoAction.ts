import { setImmediate } from 'node:timers/promises';
import { actionOf, type AnyResource } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import { undoOf } from '@/schema/undoOf';
import { can } from '@/schema/project/access';
import { z } from 'zod';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import type { Hooks } from '../../kernel/defineHooks';
import { DomainError, forbidden, notFound } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import type { Row } from '../../kernel/Row';
import { select, value } from '../../kernel/select';
import { bind, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { rowsFor } from '../list/visible';
import { inputOf, portionMs, type ActionAnswer, type Within } from './actions';
import { leftOut, type Refused } from './order';
import { performRows } from './performRows';

/** The records whose last change is taken back. */
export const undoBody = z.strictObject({ ids: z.array(z.int().positive()).min(1).max(actionLimits.request) });

/** For how long an action can be taken back, in minutes. */
export const undoMinutes = 15;
const a = columnsOf(audits);

interface Last {
  readonly id: number;
  readonly before: Row | null;
  readonly isOwn: boolean;
  readonly isLate: boolean;
}
/** The last change of each record, and whether it is the one that this person may take back. */
const lastChanges = (tx: Transaction, resource: AnyResource, name: string, ids: readonly number[]): Promise<readonly Last[]> =>
  select(
    tx,
    {
      id: a.recordid,
      before: value<Row | null>(sql`${a.before}`),
      isOwn: value<boolean>(sql`${a.actor_userid} = ${tx.userid} and ${a.action} = ${name}`),
      isLate: value<boolean>(sql`${a.created} < now() - ${`${undoMinutes} minutes`}::interval`),
    },
    sql`from ${a} where ${a.auditid} in (
      select (select l.auditid from audits l where l.resource = ${resource.name} and l.recordid = u.id and l.verb <> 'read' order by l.created desc, l.auditid desc limit 1)
        from unnest(${bind(ids)}::bigint[]) u(id))`,
  );

/** The input of the way back: values from before, and the reason that no person typed. */
const inputBack = (resource: AnyResource, name: string, before: Row, row: Row, reason: string): Row =>
  Object.fromEntries(
    Object.keys(actionOf(resource, name).input ?? {}).flatMap((field) => {
      if (resource.all[field]) return [[field, field in before ? before[field] : row[field]]];
      return field === 'reason' ? [[field, reason]] : [];
    }),
  );

interface Group {
  readonly input: Row;
  readonly ids: number[];
}
interface Plan {
  readonly groups: readonly Group[];
  readonly skipped: readonly Refused[];
}
/** The action to take back. */
export interface Undoing {
  readonly resource: AnyResource;
  readonly hooks: Hooks;
  readonly name: string;
}

/** The records by the values that they get back. A record that was changed since, by anyone, is left out. */
const plan = async (
  tx: Transaction,
  { resource, name }: Undoing,
  back: string,
  ids: readonly number[],
  translate: Translate,
): Promise<Plan> => {
  const rows = await rowsFor(tx, resource, ids, back);
  const last = new Map((await lastChanges(tx, resource, name, ids)).map((each) => [each.id, each]));
  const groups = new Map<string, Group>();
  const skipped: Refused[] = [];
  const reason = translate('action.undoReason', tx.locale);
  for (const id of ids) {
    const row = rows.get(id)?.row,
      change = last.get(id);
    try {
      if (!row) throw notFound();
      if (!change?.isOwn) throw new DomainError('UNDO_CHANGED');
      if (change.isLate) throw new DomainError('UNDO_LATE');
      const input = await inputOf(tx, resource, back, inputBack(resource, back, change.before ?? {}, row, reason)).catch(() => {
        throw new DomainError('UNDO_NONE');
      });
      const key = JSON.stringify(input);
      const group = groups.get(key) ?? { input, ids: [] };
      group.ids.push(id);
      groups.set(key, group);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      skipped.push(leftOut(id, error, translate, tx.locale));
    }
  }
  return { groups: [...groups.values()], skipped };
};

/** The records that are still to be taken back, and the outcome of the others. */
interface Undone {
  readonly rest: readonly number[];
  readonly answer: ActionAnswer;
}
const nothing: ActionAnswer = { ok: 0, skipped: [], failed: [] };
const sum = (one: ActionAnswer, other: Omit<ActionAnswer, 'result'>): ActionAnswer => ({
  ok: one.ok + other.ok,
  skipped: [...one.skipped, ...other.skipped],
  failed: [...one.failed, ...other.failed],
});

/** As many records as fit into one transaction. */
const undoPortion = async (tx: Transaction, asked: Undoing, ids: readonly number[], translate: Translate): Promise<Undone> => {
  const { resource, hooks, name } = asked;
  const back = undoOf(name, actionOf(resource, name));
  if (back === undefined) throw new DomainError('UNDO_NONE');
  if (!can(tx.grants, back, resource)) throw forbidden();
  const end = performance.now() + portionMs;
  const { groups, skipped } = await plan(tx, asked, back, [...new Set(ids)], translate);
  let answer: ActionAnswer = { ...nothing, skipped };
  const rest: number[] = [];
  for (const { input, ids: some } of groups) {
    const done = await performRows(tx, { resource, hooks, name: back, input }, some, translate, () => performance.now() > end);
    answer = sum(answer, done);
    rest.push(...some.slice(done.done));
  }
  return { rest, answer };
};

/**
 * Takes an action back, in one transaction after another, by the action that leads back with the values from before. A record that was
 * changed since is left out. Throws `UNDO_NONE` when the action has no way back.
 */
export const undoAction = async (within: Within, asked: Undoing, ids: readonly number[], translate: Translate): Promise<ActionAnswer> => {
  let rest = ids,
    answer = nothing;
  do {
    await setImmediate(); // the embedded database answers within one turn of the event loop; this lets other requests in
    const undone = await within((tx) => undoPortion(tx, asked, rest, translate));
    answer = sum(answer, undone.answer);
    ({ rest } = undone);
  } while (rest.length > 0);
  return answer;
};
