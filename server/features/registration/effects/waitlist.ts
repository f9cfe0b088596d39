import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { sql } from '../../../kernel/sql';

/** Whoever waited has the seat, also when the money came after the offer was over. */
export const takeOffer: EffectBody = async ({ tx, id }) => {
  await updateAudited(tx, waitlist_entries, (entry) => sql`${entry.inscriptionid} = ${id} and ${entry.status} in ('offered', 'expired')`, {
    status: 'taken',
  });
};
