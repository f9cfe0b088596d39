import { holdSql } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';
import { attempt } from './attempt';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** Small, because everybody who pays for the same distance waits for the end of a batch. */
const batchSize = 20;
const i = columnsOf(inscriptions);
const l = columnsOf(inscription_log, 'l');
const { raw } = sql;
/** Finds inscriptions for which something is due, except those that already failed. */
type Find = (tx: Transaction, passed: readonly number[]) => Promise<readonly number[]>;
const findDue: Find = async (tx, passed) => {
  const found = await select(
    tx,
    { id: value<number>(sql`inscriptionid`) },
    (list) => sql`
      with due as materialized (
        select ${i.inscriptionid} as inscriptionid, ${i.eventid} as eventid, ${i.distanceid} as distanceid from ${i}
         where ${raw(holdSql)} and ${i.expires_at} <= now() and ${i.deleted_at} is null and not (${i.inscriptionid} = any(${passed}::bigint[]))
         order by ${i.expires_at} limit ${raw(String(batchSize))} for no key update skip locked)
      select ${list} from due order by eventid, distanceid, inscriptionid`,
  );
  return found.map(({ id }) => id);
};

/** After a decline a wallet is reserved this long for another attempt, then its owner may spend it elsewhere; the seat stays held. */
const frozenMinutes = 15;
const findDeclined: Find = (tx, passed) => {
  const t = columnsOf(inscriptions, 'i');
  return selectAll(
    tx,
    t.inscriptionid,
    sql`from ${t}
     where ${t.status} = 'payment_declined' and ${t.wallet_cents} > 0 and ${t.expires_at} > now() and ${t.deleted_at} is null and not (${t.inscriptionid} = any(${passed}::bigint[]))
       and (select max(${l.created}) from ${l} where ${l.inscriptionid} = ${t.inscriptionid} and ${l.to_status} = 'payment_declined') <= now() - make_interval(mins => ${frozenMinutes})
     order by ${t.inscriptionid} limit ${raw(String(batchSize))} for no key update of i skip locked`,
  );
};

/** What one sweep did, and which inscriptions were left because something refused. */
export interface Swept {
  readonly expired: number;
  readonly thawed: number;
  readonly refused: readonly number[];
}

type Step = (tx: Transaction, row: Inscription) => Promise<unknown>;
const expire: Step = (tx, row) => advance(tx, row, 'cancelled', { actor: 'system', set: { cancel_reason: 'expired' } });
const thaw: Step = (tx, row) => advance(tx, row, 'defrost_balance', { actor: 'system', reason: 'payment_declined' });

interface Batch {
  readonly found: number;
  readonly done: number;
  readonly refused: readonly number[];
}
const sweepBatch = async (tx: Transaction, find: Find, step: Step, passed: readonly number[]): Promise<Batch> => {
  const due = await find(tx, passed);
  const refused: number[] = [];
  for (const id of due) {
    const row = await readStored(tx, inscriptions, id);
    if (row && (await attempt(tx, () => step(tx, row)))) refused.push(id);
  }
  return { found: due.length, done: due.length - refused.length, refused };
};

type Deps = Pick<ApiDeps, 'pool' | 'registry'>;
/** Runs one step on every inscription for which it is due, in small transactions; rows locked by another process are skipped. */
const sweepAll = async (deps: Deps, find: Find, step: Step, isOver: () => boolean): Promise<Omit<Batch, 'found'>> => {
  let done = 0;
  const refused: number[] = [];
  while (!isOver()) {
    const batch = await inSystemTransaction(deps, (tx) => sweepBatch(tx, find, step, refused));
    done += batch.done;
    refused.push(...batch.refused);
    if (batch.found < batchSize) break;
  }
  return { done, refused };
};

/** Cancels every expired hold, and releases what wallets reserve for payments that were declined a while ago. Stops early when asked to. */
export const expireHolds = async (deps: Deps, isOver: () => boolean = () => false): Promise<Swept> => {
  const over = await sweepAll(deps, findDue, expire, isOver),
    declined = await sweepAll(deps, findDeclined, thaw, isOver);
  return { expired: over.done, thawed: declined.done, refused: [...over.refused, ...declined.refused] };
};
