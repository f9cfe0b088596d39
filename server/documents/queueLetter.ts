import { moments, type Lifecycle } from '@/registration/lifecycle';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../api/DomainError';
import type { Transaction } from '../api/transaction';
import { addBeside } from '../api/write/beside';
import { addLog } from '../registration/log';
import { issueProof } from './issueProof';
import { toldOf } from './toldOf';

const waitingSql = `select 1 from inscription_letters where inscriptionid = $1 and status in ('queued', 'sending') and deleted_at is null`;

/** Send mail: lays a letter with the proof of registration down for the job that hands letters over; a proof that is missing, or says what holds no more, is printed first. */
export const queueLetter = async (tx: Transaction, row: Inscription): Promise<void> => {
  if (!row.email) throw conflict('errors.withoutEmail', [{ path: 'email', message: 'errors.withoutEmail' }]);
  if ((await tx.run(waitingSql, [row.inscriptionid])).length > 0) throw conflict('errors.letterWaits');
  const issued = moments.pdf_created.from!.includes(row.status as Lifecycle) ? await issueProof(tx, row) : null;
  if (issued) await addLog(tx, row, { status: 'pdf_created', changes: toldOf(issued) });
  await addBeside(tx, inscription_letters, { inscriptionid: row.inscriptionid, eventid: row.eventid, email: row.email, status: 'queued' });
};
