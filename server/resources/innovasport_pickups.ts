import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { defineHooks } from '../api/defineHooks';
import { updateRow } from '../api/write/columns';

/** What staff adds to a pick-up that the store keeps. */
export const innovasportPickupsHooks = defineHooks(innovasport_pickups, {
  actions: {
    mark_not_claimed: ({ tx, id }) => updateRow(tx, innovasport_pickups, id, { status: 'not_claimed', not_claimed_at: new Date().toISOString() }),
  },
});
