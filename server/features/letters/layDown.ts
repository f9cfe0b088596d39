import { inscription_letters, type LetterKind } from '@/resources/inscription_letters/inscription_letters';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import { createAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

type Addressee = Pick<Inscription, 'inscriptionid' | 'eventid' | 'email'>;
const l = columnsOf(inscription_letters);

/** Whether a letter of a kind is about to leave already: one says it for all. */
export const isWaiting = (tx: Transaction, inscriptionid: number, kind: LetterKind): Promise<boolean> =>
  exists(
    tx,
    sql`from ${l} where ${l.inscriptionid} = ${inscriptionid} and ${l.kind} = ${kind} and ${l.status} in ('queued', 'sending') and ${l.deleted_at} is null`,
  );

/** Lays a letter down for the job that hands letters over; what it says is read when it leaves. */
export const layDown = (tx: Transaction, { inscriptionid, eventid, email }: Addressee, kind: LetterKind): Promise<unknown> =>
  createAudited(tx, inscription_letters, { inscriptionid, eventid, kind, email, status: 'queued', next_at: new Date().toISOString() });
