import { moments } from '@/domain/registration/lifecycle';
import type { DocumentKind } from '@/domain/registration/documentKinds';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { issueDocument } from '../../documents/issueDocument';
import { toldOf } from '../../documents/toldOf';
import { addLog, keyFor } from '../../log/log';
import { runEffects } from '../runEffects';

/** Create PDF: prints a document for the athlete and leaves the inscription itself as it is. */
export const createPdf = async (
  tx: Transaction,
  row: Inscription,
  { kind }: { readonly kind?: DocumentKind | null | undefined },
): Promise<void> => {
  await runEffects(tx, row, {
    from: row.status,
    to: 'pdf_created',
    effects: moments.pdf_created.effects,
    details: { document: kind ?? 'confirmation' },
  });
};

/** Create evidence pack: prints it anew with what became known since, under the key of the dispute itself. */
export const createEvidence = async (tx: Transaction, row: Inscription): Promise<void> => {
  const issued = await issueDocument(tx, row, 'evidence');
  if (!issued) throw conflict('DOCUMENT_CURRENT');
  await addLog(tx, row, { status: 'pdf_created', changes: toldOf(issued), permissionKey: keyFor(tx, 'chargeback') });
};
