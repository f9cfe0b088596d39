import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { RefusedLetter, type Letter, type Mail, type SentAs } from '../../adapters/mail/Mail';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';
import { compose, type Composing } from './compose';
import { readFacts, type LetterFacts } from './readFacts';
import { addLog } from '../log/log';

const batchSize = 10,
  longestError = 500,
  lostMinutes = 10,
  minuteMs = 60_000;
/** How long a letter that was not taken waits before each further attempt. */
const pauseMinutes = [1, 5, 30, 120] as const;
const dueSql = `
  select letterid from inscription_letters where status = 'queued' and next_at <= now() and deleted_at is null
   order by next_at, letterid limit ${batchSize} for no key update skip locked`;

interface Taken {
  readonly facts: LetterFacts;
  readonly letter: Letter;
}
type Deps = Pick<ApiDeps, 'pool' | 'registry'> & Omit<Composing, 'tx'>;
const whose = 't.letterid = $7 and t.status = $8';
const at = (afterMs = 0): string => new Date(Date.now() + afterMs).toISOString();

/** Takes letters, so that no other process and no later turn hands them over too; one whose news is over is withdrawn. */
const take = async (tx: Transaction, { translate, paymentLink }: Deps): Promise<readonly (Taken | null)[]> => {
  const ids = (await tx.run(dueSql)).map(([id]) => Number(id));
  const taken: (Taken | null)[] = [];
  for (const facts of await readFacts(tx, ids)) {
    const letter = await compose(facts, { tx, translate, paymentLink });
    const set = letter
      ? { status: 'sending', taken_at: at(), email: letter.to, documentid: facts.document?.documentid ?? null }
      : { status: 'withdrawn' };
    await changeBeside(tx, inscription_letters, whose, [facts.letterid, 'queued'], { ...set, next_at: null });
    taken.push(letter && { facts, letter });
  }
  return taken;
};

/** What became of a letter that was handed over; one that was refused for good is not handed over again. */
export type Outcome = { readonly sent: SentAs } | { readonly error: string; readonly isForGood: boolean };
/** What a mail server says names the address, which not everybody who reads letters may read. */
const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…');
/** Hands one letter over, and answers instead of throwing. */
export const handOver = async (mail: Mail, letter: Letter): Promise<Outcome> => {
  try {
    return { sent: await mail.send(letter) };
  } catch (error) {
    return {
      error: withoutAddresses(error instanceof Error ? error.message : String(error)).slice(0, longestError),
      isForGood: error instanceof RefusedLetter,
    };
  }
};
const resultOf = (outcome: Outcome, attempts: number): Readonly<Record<string, unknown>> => {
  if ('sent' in outcome)
    return { status: 'sent', sent_at: at(), provider: outcome.sent.provider, provider_ref: outcome.sent.ref, error: null };
  const pause = outcome.isForGood ? undefined : pauseMinutes[attempts - 1];
  return { error: outcome.error, ...(pause === undefined ? { status: 'failed' } : { status: 'queued', next_at: at(pause * minuteMs) }) };
};
const settle = async (
  tx: Transaction,
  { letterid, kind, attempts, inscriptionid, eventid }: LetterFacts,
  outcome: Outcome,
): Promise<void> => {
  const made = attempts + 1;
  const settled = await changeBeside(tx, inscription_letters, whose, [letterid, 'sending'], { attempts: made, ...resultOf(outcome, made) });
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

/** What one sweep sent, and which letters the provider did not take. */
export interface Mailed {
  readonly sent: number;
  readonly failed: readonly number[];
}

/**
 * Hands letters over, outside any transaction: a letter is taken before it leaves, and nobody else takes it. One that was not taken is tried again after a while, a few times, unless it was refused for good.
 *
 * One whose process ended in between may have left or not. It says so, and somebody decides whether the athlete gets another.
 */
export const sendLetters = async (deps: Deps, mail: Mail, isOver: () => boolean = () => false): Promise<Mailed> => {
  await inSystemTransaction(deps, (tx) =>
    changeBeside(tx, inscription_letters, `t.status = 'sending' and t.taken_at < now() - make_interval(mins => $7)`, [lostMinutes], {
      status: 'unknown',
    }),
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
  return { sent, failed };
};
