import type { LetterKind } from '@/domain/letterTexts';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { createAllAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

type Addressee = Pick<Inscription, 'inscriptionid' | 'eventid' | 'email'>;
const l = columnsOf(inscription_letters);

/** For which inscriptions a letter of a kind is about to leave already: one says it for all. */
export const waitingFor = async (tx: Transaction, inscriptionids: readonly number[], kind: LetterKind): Promise<ReadonlySet<number>> => {
  if (inscriptionids.length === 0) return new Set();
  const found = await selectAll(
    tx,
    l.inscriptionid,
    sql`from ${l} where ${l.inscriptionid} = any(${inscriptionids}::bigint[]) and ${l.kind} = ${kind} and ${l.status} in ('queued', 'sending') and ${l.mailingid} is null and ${l.letter_stepid} is null and ${l.deleted_at} is null`,
  );
  return new Set(found);
};

/** What wrote a letter that is one of many: a mailing, or a step of a sequence. */
interface Origin {
  readonly mailingid?: number;
  readonly letter_stepid?: number;
}
/** Queues letters for the job that sends letters; their content is read when they are sent. */
export const layAllDown = (tx: Transaction, addressees: readonly Addressee[], kind: LetterKind, origin: Origin = {}): Promise<unknown> =>
  createAllAudited(
    tx,
    inscription_letters,
    addressees.map(({ inscriptionid, eventid, email }) => ({
      inscriptionid,
      eventid,
      kind,
      email,
      ...origin,
      status: 'queued',
      next_at: new Date().toISOString(),
    })),
  );
/** The same for one inscription. */
export const layDown = (tx: Transaction, { inscriptionid, eventid, email }: Addressee, kind: LetterKind): Promise<unknown> =>
  layAllDown(tx, [{ inscriptionid, eventid, email }], kind);
