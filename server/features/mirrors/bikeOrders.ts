import { tribike_orders } from '@/resources/tribike_orders/tribike_orders';
import type { Mirror } from '../../adapters/recordService/Mirror';

/** Orders of bike transport, which the bike service keeps. */
export const bikeOrders: Mirror = {
  service: 'bike_service',
  resource: tribike_orders,
  collection: 'orders',
  ref: 'external_ref',
  notes: 'incident_notes',
  ours: ['inscriptionid', 'eventid', 'web_userid', 'photos', 'last_synced_at'],
};
