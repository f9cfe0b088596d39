import { inscription_letters, type LetterKind } from '@/resources/inscription_letters/inscription_letters';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { addBeside } from '../../api/write/beside';

type Addressee = Pick<Inscription, 'inscriptionid' | 'eventid' | 'email'>;
const waitingSql = `select 1 from inscription_letters where inscriptionid = $1 and kind = $2 and status in ('queued', 'sending') and deleted_at is null`;

/** Whether a letter of a kind is about to leave already: one says it for all. */
export const isWaiting = async (tx: Transaction, inscriptionid: number, kind: LetterKind): Promise<boolean> =>
  (await tx.run(waitingSql, [inscriptionid, kind])).length > 0;

/** Lays a letter down for the job that hands letters over; what it says is read when it leaves. */
export const layDown = (tx: Transaction, { inscriptionid, eventid, email }: Addressee, kind: LetterKind): Promise<unknown> =>
  addBeside(tx, inscription_letters, { inscriptionid, eventid, kind, email, status: 'queued', next_at: new Date().toISOString() });
