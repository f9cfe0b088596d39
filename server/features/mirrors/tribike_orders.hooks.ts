import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { updateRow } from '../../api/write/columns';
import { defineHooks } from '../../kernel/defineHooks';
import { bikeOrders } from './bikeOrders';
import { askRefresh, queueReport } from '../exchange/mirrorState';

/** The fields that staff adds to an order of the bike service. */
export const tribikeOrdersHooks = defineHooks(tribike_orders, {
  actions: {
    refresh: ({ tx }) => askRefresh(tx, bikeOrders),
    close_incident: async ({ tx, id, row, input }) => {
      const incident_notes = [row.incident_notes, input.resolution].filter(Boolean).join('\n— ');
      await updateRow(tx, tribike_orders, id, { incident_notes });
      await queueReport(tx, bikeOrders, row.external_ref, input.status, incident_notes);
    },
    mark_incident: ({ tx, row, input }) => queueReport(tx, bikeOrders, row.external_ref, 'incident', input.incident_notes),
  },
});
