import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { defineHooks } from '../../kernel/defineHooks';
import { bikeOrders } from './bikeOrders';
import { askRefresh, queueReport } from './mirrorState';

/** The fields that staff adds to an order of the bike service. */
export const tribikeOrdersHooks = defineHooks(tribike_orders, {
  actions: {
    refresh: ({ tx }) => askRefresh(tx, bikeOrders),
    mark_incident: ({ tx, row, input }) => queueReport(tx, bikeOrders, row.external_ref, 'incident', input.incident_notes),
  },
});
