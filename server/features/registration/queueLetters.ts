import { isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../kernel/DomainError';
import type { Group } from '../../kernel/group';
import { issueDocument } from '../documents/issueDocument';
import { documentChanges } from '../documents/documentChanges';
import { addLogs } from '../log/log';
import { layAllDown, waitingFor } from '../letters/layDown';

/** Send mail: queues letters with the proof of registration; a proof that is missing, or says what holds no more, is printed first. */
export const queueLetters = async (group: Group<Inscription>): Promise<void> => {
  const { tx } = group;
  group.refuseWhere(({ email }) => (email ? null : conflict('WITHOUT_EMAIL', [{ path: 'email', code: 'WITHOUT_EMAIL' }])));
  const waiting = await waitingFor(
    tx,
    group.members().map(({ id }) => id),
    'proof',
  );
  group.refuseWhere((_row, id) => (waiting.has(id) ? conflict('LETTER_WAITS') : null));
  const rows = group.members().map(({ row }) => row);
  const logged: Parameters<typeof addLogs>[1][number][] = [];
  for (const row of rows) {
    const issued = isAmong('active', row.status) ? await issueDocument(tx, row, 'confirmation') : null;
    if (issued) logged.push([row, { status: 'pdf_created', changes: documentChanges(issued) }]);
  }
  await addLogs(tx, logged);
  await layAllDown(tx, rows, 'proof');
};
