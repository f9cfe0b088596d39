import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import { conflict } from '../../kernel/DomainError';
import { lockBatches, removePickups } from './batches';
import { defineHooks } from '../../kernel/defineHooks';
import { askRefresh, queueReport } from '../exchange/mirrorState';
import { storePickups } from '../exchange/storePickups';

/** The fields that staff adds to a pick-up of the store. */
export const innovasportPickupsHooks = defineHooks(innovasport_pickups, {
  actions: {
    refresh: ({ tx }) => askRefresh(tx, storePickups),
    unassign: async ({ tx, id, row }) => {
      const [batch] = row.pickup_batchid === null ? [] : await lockBatches(tx, [row.pickup_batchid]);
      if (batch?.status !== 'open') throw conflict('PICKUP_BATCH_SENT');
      await removePickups(tx, [id]);
    },
    mark_not_claimed: ({ tx, row }) => queueReport(tx, storePickups, row.pickup_code, 'not_claimed'),
  },
});
