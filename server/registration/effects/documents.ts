import { conflict } from '../../api/DomainError';
import { currentProof, issueProof as issue, supersede } from '../../documents/issueProof';
import { toldOf } from '../../documents/toldOf';
import type { EffectBody } from '../Change';

/** Prints the proof of registration that was asked for, and says so in the log with its file and hash. One that says the same already is not made again. */
export const issueProof: EffectBody = async ({ tx, now, note }) => {
  const issued = await issue(tx, now);
  if (!issued) throw conflict('errors.proofCurrent');
  await note('pdf_created', { changes: toldOf(issued) });
};

/** Whoever has a proof gets another one when what is printed on it changes. A number that was only let go of on the way to another is not printed: the next step is. */
export const reissueProof: EffectBody = async ({ tx, id, now, from, to, note }) => {
  if (to === 'distance_updated' && from === 'assign_number') return;
  if (!(await currentProof(tx, id))) return;
  const issued = await issue(tx, now);
  if (issued) await note('pdf_created', { actor: 'system', changes: toldOf(issued) });
};

/** What was printed for somebody who gives up their place opens nothing any more. */
export const retireDocuments: EffectBody = async ({ tx, id }) => { await supersede(tx, id); };
