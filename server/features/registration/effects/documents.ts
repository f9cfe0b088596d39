import { conflict } from '../../../kernel/DomainError';
import { issueDocument as issue, issuedTo, supersede } from '../../documents/issueDocument';
import { documentChanges } from '../../documents/documentChanges';
import { eachChange, type EffectBody } from '../Change';

/** Prints the document that was asked for, and says so in the log with its file and hash. One that says the same already is not made again. */
export const issueDocument: EffectBody = eachChange(async (tx, { now, details, note, refuse }) => {
  const issued = await issue(tx, now, details.document ?? 'confirmation');
  if (issued) note('pdf_created', { changes: documentChanges(issued) });
  else refuse(conflict('DOCUMENT_CURRENT'));
});

/** People who have a proof get a new one when what is printed on it changes: once, with the last step of the operation. Other documents say what was true on their day, and stay. */
export const reissueProof: EffectBody = async (tx, changes) => {
  const last = changes.filter(({ details }) => !details.goesOn);
  const proofs = await issuedTo(
    tx,
    last.map(({ id }) => id),
    'confirmation',
  );
  for (const { id, now, note } of last) {
    const issued = proofs.get(id)?.isCurrent ? await issue(tx, now, 'confirmation') : null;
    if (issued) note('pdf_created', { actor: 'system', changes: documentChanges(issued) });
  }
};

/** The proof of somebody who gives up their place opens nothing any more. What they paid and signed stays true. */
export const retireProof: EffectBody = async (tx, changes) => {
  await supersede(
    tx,
    changes.map(({ id }) => id),
    ['confirmation'],
  );
};
