import { layAllDown, waitingFor } from '../../letters/layDown';
import type { EffectBody } from '../Change';

/** People whose payment failed get a letter that says how to try again. Not when the attempt was only replaced, nor when they return to where they were. */
export const tellDeclined: EffectBody = async (tx, changes) => {
  const declined = changes.filter(({ now, details }) => details.actor === 'gateway' && !details.isBack && now.email);
  const waiting = await waitingFor(
    tx,
    declined.map(({ id }) => id),
    'payment_declined',
  );
  const addressees = declined.filter(({ id }) => !waiting.has(id)).map(({ now }) => now);
  await layAllDown(tx, addressees, 'payment_declined');
};
