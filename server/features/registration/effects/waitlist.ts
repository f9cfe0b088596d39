import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { updateAudited } from '../../../api/write/audited';
import type { EffectBody } from '../Change';
import { sql } from '../../../kernel/sql';

/** People who waited get the seat, also when the money came after the offer had ended. */
export const takeOffer: EffectBody = async (tx, changes) => {
  const ids = changes.map(({ id }) => id);
  await updateAudited(
    tx,
    waitlist_entries,
    (entry) => sql`${entry.inscriptionid} = any(${ids}::bigint[]) and ${entry.status} in ('offered', 'expired')`,
    {
      status: 'taken',
    },
  );
};
