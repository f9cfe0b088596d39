import { moments } from '@/domain/registration/lifecycle';
import type { DocumentKind } from '@/domain/registration/documentKinds';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { nth } from '@/schema/must';
import type { Group } from '../../../kernel/group';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { issueDocument } from '../../documents/issueDocument';
import { documentChanges } from '../../documents/documentChanges';
import { addLog, keyFor } from '../../log/log';
import { runAllEffects } from '../runEffects';

/** Create PDF: prints a document for each athlete and leaves the inscriptions themselves as they are. */
export const createPdf = async (
  group: Group<Inscription>,
  { kind }: { readonly kind?: DocumentKind | null | undefined },
): Promise<void> => {
  const members = group.members();
  const passed = await runAllEffects(
    group.tx,
    members.map(({ row }) => ({
      before: row,
      from: row.status,
      to: 'pdf_created',
      effects: moments.pdf_created.effects,
      details: { document: kind ?? 'confirmation' },
    })),
  );
  for (const [at, { id }] of members.entries()) {
    const { refusal, hasWritten } = nth(passed, at);
    if (refusal) group.refuse(id, refusal, hasWritten);
  }
};

/** Create evidence pack: prints it again with the latest facts, with the same permission as disputes. */
export const createEvidence = async (tx: Transaction, row: Inscription): Promise<void> => {
  const issued = await issueDocument(tx, row, 'evidence');
  if (!issued) throw conflict('DOCUMENT_CURRENT');
  await addLog(tx, row, { status: 'pdf_created', changes: documentChanges(issued), permissionKey: keyFor(tx, 'chargeback') });
};
