import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { changeBeside } from '../../../api/write/beside';
import type { EffectBody } from '../Change';

/** Whoever waited has the seat, also when the money came after the offer was over. */
export const takeOffer: EffectBody = async ({ tx, id }) => {
  await changeBeside(tx, waitlist_entries, `t.inscriptionid = $7 and t.status in ('offered', 'expired')`, [id], { status: 'taken' });
};
