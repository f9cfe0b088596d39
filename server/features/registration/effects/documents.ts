import { conflict } from '../../../kernel/DomainError';
import { hasCurrent, issueDocument as issue, supersede } from '../../documents/issueDocument';
import { toldOf } from '../../documents/toldOf';
import type { EffectBody } from '../Change';

/** Prints the document that was asked for, and says so in the log with its file and hash. One that says the same already is not made again. */
export const issueDocument: EffectBody = async ({ tx, now, details, note }) => {
  const issued = await issue(tx, now, details.document ?? 'confirmation');
  if (!issued) throw conflict('DOCUMENT_CURRENT');
  await note('pdf_created', { changes: toldOf(issued) });
};

/** Whoever has a proof gets another one when what is printed on it changes: once, with the last step of what is done together. Other documents say what was true on their day, and stay. */
export const reissueProof: EffectBody = async ({ tx, id, now, details, note }) => {
  if (details.goesOn || !(await hasCurrent(tx, id, 'confirmation'))) return;
  const issued = await issue(tx, now, 'confirmation');
  if (issued) await note('pdf_created', { actor: 'system', changes: toldOf(issued) });
};

/** The proof of somebody who gives up their place opens nothing any more. What they paid and signed stays true. */
export const retireProof: EffectBody = async ({ tx, id }) => {
  await supersede(tx, [id], ['confirmation']);
};
