import { holdSql } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';
import { attempt } from './attempt';

/** Few, since everybody who pays for the same distance waits for the end of a batch. */
const batchSize = 20;
const dueSql = `
  with due as materialized (
    select inscriptionid, eventid, distanceid from inscriptions
     where ${holdSql} and expires_at <= now() and deleted_at is null and not (inscriptionid = any($1::bigint[])) order by expires_at limit ${batchSize} for no key update skip locked)
  select inscriptionid from due order by eventid, distanceid, inscriptionid`;

/** A wallet waits this long for another attempt after a decline, then its owner may spend it elsewhere; the seat waits on. */
const frozenMinutes = 15;
const declinedSql = `
  select i.inscriptionid from inscriptions i
   where i.status = 'payment_declined' and i.wallet_cents > 0 and i.expires_at > now() and i.deleted_at is null and not (i.inscriptionid = any($1::bigint[]))
     and (select max(l.created) from inscription_log l where l.inscriptionid = i.inscriptionid and l.to_status = 'payment_declined') <= now() - interval '${frozenMinutes} minutes'
   order by i.inscriptionid limit ${batchSize} for no key update of i skip locked`;

/** What one sweep did, and which inscriptions stayed because something refused. */
export interface Swept {
  readonly expired: number;
  readonly thawed: number;
  readonly refused: readonly number[];
}

type Deed = (tx: Transaction, row: Inscription) => Promise<unknown>;
const expire: Deed = (tx, row) => advance(tx, row, 'cancelled', { actor: 'system', set: { cancel_reason: 'expired' } });
const thaw: Deed = (tx, row) => advance(tx, row, 'defrost_balance', { actor: 'system', reason: 'payment_declined' });

interface Batch {
  readonly found: number;
  readonly done: number;
  readonly refused: readonly number[];
}
const sweepBatch = async (tx: Transaction, text: string, deed: Deed, passed: readonly number[]): Promise<Batch> => {
  const due = (await tx.run(text, [passed])).map(([id]) => Number(id));
  const refused: number[] = [];
  for (const id of due)
    if (await attempt(tx, async () => deed(tx, (await readStored(tx, inscriptions, id)) as unknown as Inscription))) refused.push(id);
  return { found: due.length, done: due.length - refused.length, refused };
};

type Deps = Pick<ApiDeps, 'pool' | 'registry'>;
/** Does one thing to everything that is due for it, in small transactions; what another process is at, this one passes by. */
const sweepAll = async (deps: Deps, text: string, deed: Deed, isOver: () => boolean): Promise<Omit<Batch, 'found'>> => {
  let done = 0;
  const refused: number[] = [];
  while (!isOver()) {
    const batch = await inSystemTransaction(deps, (tx) => sweepBatch(tx, text, deed, refused));
    done += batch.done;
    refused.push(...batch.refused);
    if (batch.found < batchSize) break;
  }
  return { done, refused };
};

/** Cancels every hold whose time is over, and sets free what wallets keep for a payment that was declined a while ago. Ends early when it is told to. */
export const expireHolds = async (deps: Deps, isOver: () => boolean = () => false): Promise<Swept> => {
  const over = await sweepAll(deps, dueSql, expire, isOver),
    declined = await sweepAll(deps, declinedSql, thaw, isOver);
  return { expired: over.done, thawed: declined.done, refused: [...over.refused, ...declined.refused] };
};
