import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import { defineHooks } from '../api/defineHooks';
import { updateRow } from '../api/write/columns';

/** What staff adds to an order that the bike service keeps. */
export const tribikeOrdersHooks = defineHooks(tribike_orders, {
  actions: {
    mark_incident: ({ tx, id, input }) => updateRow(tx, tribike_orders, id, { status: 'incident', incident_notes: input.incident_notes }),
  },
});
