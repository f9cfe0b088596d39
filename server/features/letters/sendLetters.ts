import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { mailings } from '@/resources/mailings/mailings';
import type { InferWrite } from '@/schema';
import { RefusedLetter, type Letter, type Mail, type SentAs } from '../../adapters/mail/Mail';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { compose, type Composing } from './compose';
import { block } from './mailBlocks';
import { readFacts, type LetterFacts } from './readFacts';
import { addLog } from '../log/log';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const batchSize = 10,
  longestError = 500,
  lostMinutes = 10,
  minuteMs = 60_000;
/** How long a letter that was not accepted waits before each further attempt. */
const pauseMinutes = [1, 5, 30, 120] as const;
const l = columnsOf(inscription_letters);
const { raw } = sql;
const queuedSql = sql`from ${l} where ${l.status} = 'queued' and ${l.next_at} <= now() and ${l.deleted_at} is null`;
const findSome = (tx: Transaction, which: SQL, most: number): Promise<readonly number[]> =>
  selectAll(
    tx,
    l.letterid,
    sql`${queuedSql} and ${which} order by ${l.next_at}, ${l.letterid} limit ${raw(String(most))} for no key update skip locked`,
  );
/** Letters of mailings wait for all others: nobody waits for a payment link behind thousands of them. */
const findDue = async (tx: Transaction): Promise<readonly number[]> => {
  const single = await findSome(tx, sql`${l.mailingid} is null`, batchSize);
  const left = batchSize - single.length;
  return left === 0 ? single : [...single, ...(await findSome(tx, sql`${l.mailingid} is not null`, left))];
};

interface Taken {
  readonly facts: LetterFacts;
  readonly letter: Letter;
}
type Deps = Pick<ApiDeps, 'pool' | 'registry'> & Omit<Composing, 'tx'>;
type Letters = InferWrite<typeof inscription_letters>;
/** Stores the outcome of a letter, if its state has not changed. */
const change = (tx: Transaction, id: number, status: 'queued' | 'sending', set: Letters): Promise<readonly number[]> =>
  updateAudited(tx, inscription_letters, (row) => sql`${row.letterid} = ${id} and ${row.status} = ${status}`, set);
const at = (afterMs = 0): string => new Date(Date.now() + afterMs).toISOString();

/** Takes letters, so that no other process and no later run sends them too. An outdated one is withdrawn. */
const take = async (tx: Transaction, { translate, paymentLink }: Deps): Promise<readonly (Taken | null)[]> => {
  const taken: (Taken | null)[] = [];
  for (const facts of await readFacts(tx, await findDue(tx))) {
    const blocked = facts.isBulk ? facts.block : null;
    const letter = blocked ? null : await compose(facts, { tx, translate, paymentLink });
    const set: Letters = letter
      ? { status: 'sending', taken_at: at(), email: letter.to, documentid: (facts.document ?? facts.waiver)?.documentid ?? null }
      : { status: 'withdrawn', withdrawn_for: blocked ? (blocked === 'bounced' ? 'bounced' : 'unsubscribed') : 'outdated' };
    await change(tx, facts.letterid, 'queued', { ...set, next_at: null });
    taken.push(letter && { facts, letter });
  }
  return taken;
};

/** The outcome of sending a letter. One that was refused permanently is not sent again. */
export type Outcome =
  | { readonly sent: SentAs }
  | {
      readonly error: string;
      readonly isForGood: boolean;
      /** Whether the address was refused, and not this letter. */
      readonly isAddress: boolean;
    };
/** The message of a mail server contains the address, which not everybody who reads letters may read. */
export const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…');
/** Sends one letter; answers an outcome instead of throwing. */
export const handOver = async (mail: Mail, letter: Letter): Promise<Outcome> => {
  try {
    return { sent: await mail.send(letter) };
  } catch (error) {
    return {
      error: withoutAddresses(error instanceof Error ? error.message : String(error)).slice(0, longestError),
      isForGood: error instanceof RefusedLetter,
      isAddress: error instanceof RefusedLetter && error.isAddress,
    };
  }
};
const resultOf = (outcome: Outcome, attempts: number): Letters => {
  if ('sent' in outcome)
    return { status: 'sent', sent_at: at(), provider: outcome.sent.provider, provider_ref: outcome.sent.ref, error: null };
  if (outcome.isAddress) return { status: 'bounced', error: outcome.error };
  const pause = outcome.isForGood ? undefined : pauseMinutes[attempts - 1];
  return { error: outcome.error, ...(pause === undefined ? { status: 'failed' } : { status: 'queued', next_at: at(pause * minuteMs) }) };
};
const settle = async (
  tx: Transaction,
  { letterid, kind, attempts, inscriptionid, eventid }: LetterFacts,
  outcome: Outcome,
): Promise<void> => {
  const made = attempts + 1;
  const settled = await change(tx, letterid, 'sending', { attempts: made, ...resultOf(outcome, made) });
  if ('error' in outcome && outcome.isAddress) await block(tx, letterid, 'bounced', outcome.error);
  if ('sent' in outcome && settled.length > 0)
    await addLog(
      tx,
      { inscriptionid, eventid },
      {
        status: 'mail_sended',
        actor: 'system',
        changes: [
          { field: 'kind', new: kind },
          { field: 'provider_ref', new: outcome.sent.ref },
        ],
      },
    );
};

const w = columnsOf(inscription_letters, 'w');
/** Ends mailings of which nothing is left to send. */
const closeMailings = (tx: Transaction): Promise<unknown> =>
  updateAudited(
    tx,
    mailings,
    (row) =>
      sql`${row.status} = 'sending' and ${row.deleted_at} is null and not exists (select 1 from ${w} where ${w.mailingid} = ${row.mailingid} and ${w.status} in ('queued', 'sending') and ${w.deleted_at} is null)`,
    { status: 'sent' },
  );

/** What one sweep sent, and which letters the provider did not accept. */
export interface Mailed {
  readonly sent: number;
  readonly failed: readonly number[];
}

/**
 * Sends letters, outside any transaction: a letter is taken before it is sent, so nobody else takes it. One that was not accepted is
 * tried again after a while, a few times, unless it was refused permanently.
 *
 * If the process ended while sending, the letter may have been sent or not. It is marked as unknown, and a person decides whether the
 * athlete gets another.
 */
export const sendLetters = async (deps: Deps, mail: Mail, isOver: () => boolean = () => false): Promise<Mailed> => {
  await inSystemTransaction(deps, (tx) =>
    updateAudited(
      tx,
      inscription_letters,
      (row) => sql`${row.status} = 'sending' and ${row.taken_at} < now() - make_interval(mins => ${lostMinutes})`,
      { status: 'unknown' },
    ),
  );
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const taken = await inSystemTransaction(deps, (tx) => take(tx, deps));
    for (const each of taken) {
      if (!each) continue;
      const outcome = await handOver(mail, each.letter);
      if ('sent' in outcome) sent += 1;
      else failed.push(each.facts.letterid);
      await inSystemTransaction(deps, (tx) => settle(tx, each.facts, outcome));
    }
    if (taken.length < batchSize) break;
  }
  await inSystemTransaction(deps, closeMailings);
  return { sent, failed };
};
