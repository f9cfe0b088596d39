import { external_inscriptions, type ExternalInscription } from '@/resources/external_inscriptions/external_inscriptions';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { notFound } from '../../kernel/DomainError';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { acceptSale, type Choice, type SaleOutcome } from './acceptSale';

/** A sale as it is stored, locked. */
export const readSale = async (tx: Transaction, id: number): Promise<ExternalInscription> => {
  const sale = await readStored(tx, external_inscriptions, id, { lock: true });
  if (!sale) throw notFound();
  return sale;
};

/** The columns of a sale that say what became of it. */
export const columnsFor = (outcome: SaleOutcome) =>
  ({
    status: outcome.status,
    inscriptionid: outcome.status === 'created' ? outcome.inscriptionid : null,
    duplicate_of_inscriptionid: outcome.status === 'duplicate' ? outcome.other : null,
    error_code: outcome.status === 'created' ? null : outcome.reason.code,
    error: outcome.status === 'created' ? null : outcome.reason.message,
    reason: outcome.status === 'created' ? null : outcome.reason.sentences,
  }) as const;

/** Judges a sale and keeps what became of it. `audited` where the call itself writes the history of the sale. */
export const decideSale = async (
  tx: Transaction,
  id: number,
  { choice = {}, audited }: { readonly choice?: Choice; readonly audited: boolean },
): Promise<SaleOutcome> => {
  const outcome = await acceptSale(tx, await readSale(tx, id), choice);
  if (audited) await updateRow(tx, external_inscriptions, id, columnsFor(outcome));
  else await updateAudited(tx, external_inscriptions, (sale) => sql`${sale.external_inscriptionid} = ${id}`, columnsFor(outcome));
  return outcome;
};

/** Tries a sale again, and answers its registration. One that is refused again stays as it is, and the answer is the reason of now. */
export const tryAgain = async (tx: Transaction, sale: ExternalInscription, choice: Choice = {}): Promise<number> => {
  const outcome = await acceptSale(tx, sale, choice);
  if (outcome.status !== 'created') throw outcome.refusal;
  await updateRow(tx, external_inscriptions, sale.external_inscriptionid, columnsFor(outcome));
  return outcome.inscriptionid;
};
