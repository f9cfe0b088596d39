import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { defineHooks } from '../../kernel/defineHooks';
import { askRefresh, queueReport } from './mirrorState';
import { storePickups } from './storePickups';

/** The fields that staff adds to a pick-up of the store. */
export const innovasportPickupsHooks = defineHooks(innovasport_pickups, {
  actions: {
    refresh: ({ tx }) => askRefresh(tx, storePickups),
    mark_not_claimed: ({ tx, row }) => queueReport(tx, storePickups, row.pickup_code, 'not_claimed'),
  },
});
