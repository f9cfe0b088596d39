import { action_runs } from '../../database/tables';
import type { Step } from '../../jobs/Queue';
import type { Pace } from '../../jobs/pace';
import { columnsOf } from '../../kernel/columnsOf';
import type { Forecast } from '../../kernel/defineHooks';
import type { DomainError } from '../../kernel/DomainError';
import type { Translate } from '../../kernel/messages';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { byReason, type Group } from './byReason';
import { judgeStates } from './judgeStates';
import type { Order } from './order';
import { performSome } from './performSome';
import { mostTried, spread, type Phase } from './phases';
import { leaveOut, readLeftOut, takeBack } from './refusals';

/** A rehearsal where its row says that it is. */
export interface Rehearsal {
  readonly runid: string;
  readonly phase: Phase;
  readonly position: number;
  /** How many records were chosen. */
  readonly total: number;
  /** The next of them, while they are judged. */
  readonly ids: readonly number[];
}
interface Work {
  readonly tx: Transaction;
  readonly pace: Pace;
  readonly order: Order;
  readonly rehearsal: Rehearsal;
}
/** How far a portion came in its phase, and what it found. */
interface Came {
  readonly position: number;
  readonly isEnd: boolean;
  readonly groups: readonly Group[];
}
/** What those before have taken is known in this process alone, up to the record `at`. */
interface Counting {
  readonly open: readonly number[];
  readonly forecast: Forecast;
  at: number;
}

/** Records that are judged by one read. */
const mostJudged = 5000;
/** Rehearsals of which this process remembers something. */
const mostKnown = 8;
const r = columnsOf(action_runs);

const remember = <V>(known: Map<string, V>, runid: string, kept: V): V => {
  known.delete(runid);
  for (const old of known.keys()) if (known.size >= mostKnown) known.delete(old);
  known.set(runid, kept);
  return kept;
};
/** The records of a rehearsal that nothing has left out so far, in the order in which the action takes them. */
const readOpen = async (tx: Transaction, runid: string): Promise<readonly number[]> => {
  const chosen = await selectOne(tx, { ids: value<readonly number[]>(sql`${r.ids}`) }, sql`from ${r} where ${r.runid} = ${runid}`);
  const out = await readLeftOut(tx, runid);
  return (chosen?.ids ?? []).filter((id) => !out.has(id));
};
/** Takes some records after the other until the portion has to end, and answers how many. */
const batchwise = async (pace: Pace, ids: readonly number[], work: (batch: readonly number[]) => Promise<void>): Promise<number> => {
  let done = 0;
  while (done < ids.length) {
    const batch = ids.slice(done, done + pace.batch(mostJudged));
    await work(batch);
    pace.took(batch.length);
    done += batch.length;
    if (await pace.isOver()) break;
  }
  return done;
};

/** Rehearses an action over more records than one request answers: portion by portion, each with the keys that the person holds then. Nothing is changed but the row that they follow. */
export const rehearsePortions = (translate: Translate): ((work: Work) => Promise<Step>) => {
  const countings = new Map<string, Counting>(),
    samples = new Map<string, readonly number[]>();
  const grouped = (tx: Transaction, foreseen: ReadonlyMap<number, DomainError>): readonly Group[] =>
    byReason({ skipped: [], failed: [], foreseen }, translate, tx.locale);

  const judge = async ({ tx, pace, order, rehearsal: { ids, position, total } }: Work): Promise<Came> => {
    const refused = new Map<number, DomainError>();
    const done = await batchwise(pace, ids, async (batch) => {
      for (const [id, error] of await judgeStates(tx, order, batch)) refused.set(id, error);
    });
    return { position: position + done, isEnd: position + done >= total, groups: grouped(tx, refused) };
  };

  /** Where another process counted, or this one lost a portion, it is counted from the beginning. */
  const countingOf = async ({ tx, rehearsal: { runid, position } }: Work, forecast: Forecast): Promise<Counting> => {
    const known = countings.get(runid);
    if (known?.at === position && position > 0) return known;
    if (position > 0) await takeBack(tx, runid, 'counting');
    return remember(countings, runid, { open: await readOpen(tx, runid), forecast, at: 0 });
  };
  const count = async (work: Work, begun: Forecast): Promise<Came> => {
    const { tx, pace } = work;
    const counting = await countingOf(work, begun);
    const refused = new Map<number, DomainError>();
    counting.at += await batchwise(pace, counting.open.slice(counting.at), async (batch) => {
      for (const [id, error] of await counting.forecast({ tx, ids: batch })) refused.set(id, error);
    });
    return { position: counting.at, isEnd: counting.at >= counting.open.length, groups: grouped(tx, refused) };
  };

  /** The whole code, undone before the portion is kept. */
  const tryOn = async ({ tx, pace, order, rehearsal: { runid, position } }: Work): Promise<Came> => {
    const known = position > 0 ? samples.get(runid) : undefined;
    if (!known) await takeBack(tx, runid, 'trying');
    const sample = known ?? remember(samples, runid, spread(await readOpen(tx, runid), mostTried)),
      from = known ? position : 0;
    const trial: Transaction = { ...tx, isRehearsal: true, further: () => {} };
    await tx.client.query('savepoint rehearsal');
    const { done, skipped, failed } = await performSome(trial, pace, order, sample.slice(from), translate);
    await tx.client.query('rollback to savepoint rehearsal; release savepoint rehearsal');
    return {
      position: from + done,
      isEnd: from + done >= sample.length,
      groups: byReason({ skipped, failed, foreseen: new Map() }, translate, tx.locale),
    };
  };

  /** Writes down how far it is. A phase over nothing is passed. */
  const reach = async ({ tx, rehearsal: { runid, phase } }: Work, { position, isEnd }: Came, canCount: boolean): Promise<Step> => {
    const open = sql`(cardinality(${r.ids}) - ${r.skipped_count} - ${r.failed_count})`;
    if (!isEnd) {
      await execute(
        tx,
        sql`update ${r} set ${r.position} = ${position}, ${r.updated} = now(), ${r.reason} = null where ${r.runid} = ${runid}`,
      );
      return phase === 'counting' ? 'hold' : 'more';
    }
    countings.delete(runid);
    if (phase === 'trying') {
      samples.delete(runid);
      await execute(
        tx,
        sql`update ${r} set ${r.position} = ${position}, ${r.phase_total} = ${position}, ${r.ok} = ${open}, ${r.state} = 'done', ${r.reason} = null, ${r.updated} = now(), ${r.finished_at} = now() where ${r.runid} = ${runid}`,
      );
      return 'done';
    }
    const next: Phase = phase === 'judging' && canCount ? 'counting' : 'trying';
    await execute(
      tx,
      sql`update ${r} set ${r.phase} = ${next}, ${r.position} = 0, ${r.phase_total} = ${next === 'trying' ? sql`least(${open}, ${mostTried})` : open}, ${r.reason} = null, ${r.updated} = now() where ${r.runid} = ${runid}`,
    );
    return 'more';
  };

  return async (work) => {
    const { tx, order, rehearsal } = work;
    const forecast = order.hooks.foresee[order.name]?.(order.input);
    const came =
      rehearsal.phase === 'judging'
        ? await judge(work)
        : rehearsal.phase === 'counting' && forecast
          ? await count(work, forecast)
          : await tryOn(work);
    await leaveOut(tx, rehearsal.runid, came.groups, rehearsal.phase);
    return reach(work, came, forecast !== undefined);
  };
};
