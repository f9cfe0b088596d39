import { isWaiting, layDown } from '../../letters/layDown';
import type { EffectBody } from '../Change';

/** Whoever paid in vain is told how to try again. Not one whose attempt was only replaced, nor who comes back to where they stood. */
export const tellDeclined: EffectBody = async ({ tx, id, now, details }) => {
  if (details.actor !== 'gateway' || details.isBack || !now.email) return;
  if (!(await isWaiting(tx, id, 'payment_declined'))) await layDown(tx, now, 'payment_declined');
};
