import { isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { issueDocument } from '../documents/issueDocument';
import { toldOf } from '../documents/toldOf';
import { addLog } from '../log/log';
import { isWaiting, layDown } from '../letters/layDown';

/** Send mail: lays down a letter with the proof of registration; a proof that is missing, or says what holds no more, is printed first. */
export const queueLetter = async (tx: Transaction, row: Inscription): Promise<void> => {
  if (!row.email) throw conflict('WITHOUT_EMAIL', [{ path: 'email', code: 'WITHOUT_EMAIL' }]);
  if (await isWaiting(tx, row.inscriptionid, 'proof')) throw conflict('LETTER_WAITS');
  const issued = isAmong('active', row.status) ? await issueDocument(tx, row, 'confirmation') : null;
  if (issued) await addLog(tx, row, { status: 'pdf_created', changes: toldOf(issued) });
  await layDown(tx, row, 'proof');
};
