import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { defineHooks } from '../../kernel/defineHooks';
import { updateRow } from '../../api/write/columns';
import { askRefresh, queueReport } from './mirrorState';
import { storePickups } from './storePickups';

/** What staff adds to a pick-up that the store keeps. */
export const innovasportPickupsHooks = defineHooks(innovasport_pickups, {
  actions: {
    refresh: ({ tx }) => askRefresh(tx, storePickups),
    mark_not_claimed: async ({ tx, id, row }) => {
      await updateRow(tx, innovasport_pickups, id, { status: 'not_claimed', not_claimed_at: new Date().toISOString() });
      await queueReport(tx, storePickups, row.pickup_code, 'not_claimed');
    },
  },
});
