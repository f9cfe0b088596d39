import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { defineHooks } from '../../kernel/defineHooks';
import { updateRow } from '../../api/write/columns';
import { bikeOrders } from './bikeOrders';
import { askRefresh, queueReport } from './mirrorState';

/** What staff adds to an order that the bike service keeps. */
export const tribikeOrdersHooks = defineHooks(tribike_orders, {
  actions: {
    refresh: ({ tx }) => askRefresh(tx, bikeOrders),
    mark_incident: async ({ tx, id, row, input: { incident_notes } }) => {
      await updateRow(tx, tribike_orders, id, { status: 'incident', incident_notes });
      await queueReport(tx, bikeOrders, row.external_ref, 'incident', incident_notes);
    },
  },
});
