import { letters_under_way } from '../../database/letterTables';
import { columnsOf } from '../../kernel/columnsOf';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { execute, pick, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import type { Outcome } from './sendLetters';

const u = columnsOf(letters_under_way);
/** Longer than a batch of letters takes with a mail server that answers nothing. */
const lostMinutes = 30,
  mostTimes = 2,
  mostAtOnce = 100;

/** Writes down which letters of a kind a process has taken, in the transaction that takes them. */
export const noteTaken = async (tx: Transaction, name: string, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await execute(
      tx,
      sql`insert into ${u} (${u.name}, ${u.recordid}) select ${name}, i.id from unnest(${ids}::bigint[]) i(id)
          on conflict (${u.name}, ${u.recordid}) do update set ${u.times} = letters_under_way.times + 1, ${u.taken_at} = now(), ${u.is_lost} = false`,
    );
};
/** The outcome of a letter was stored. */
export const noteSettled = (tx: Transaction, name: string, id: number): Promise<void> =>
  execute(tx, sql`delete from ${u} where ${u.name} = ${name} and ${u.recordid} = ${id}`);

type Settle = (tx: Transaction, id: number, outcome: Outcome) => Promise<void>;
/**
 * Letters of a kind that a process took and never settled, because it ended, wait again: the provider recognizes the same letter by its
 * key. One that was lost twice counts as refused.
 */
export const giveBackLost = (deps: Pick<ApiDeps, 'pool' | 'registry'>, name: string, settle: Settle): Promise<void> =>
  inSystemTransaction(deps, async (tx) => {
    const lost = await select(
      tx,
      pick(u, 'recordid', 'times'),
      sql`from ${u} where ${u.name} = ${name} and not ${u.is_lost} and ${u.taken_at} < now() - make_interval(mins => ${lostMinutes})
          order by ${u.recordid} limit ${mostAtOnce} for update skip locked`,
    );
    for (const { recordid, times } of lost) {
      const isForGood = times >= mostTimes;
      await settle(tx, recordid, { error: 'the process that sent it ended', isForGood, isAddress: false });
      if (isForGood) await noteSettled(tx, name, recordid);
      else await execute(tx, sql`update ${u} set ${u.is_lost} = true where ${u.name} = ${name} and ${u.recordid} = ${recordid}`);
    }
  });
/** Forgets lost letters that nobody took again within a week, because there was nothing left to say. */
export const forgetLost = (tx: Transaction): Promise<void> =>
  execute(tx, sql`delete from ${u} where ${u.is_lost} and ${u.taken_at} < now() - interval '7 days'`);
