import { innovasport_pickups } from '@/resources/innovasport_pickups/innovasport_pickups';
import type { Mirror } from '../../adapters/recordService/Mirror';

/** Kits that athletes pick up in a store, as the store keeps them. */
export const storePickups: Mirror = {
  service: 'store_pickup',
  resource: innovasport_pickups,
  collection: 'pickups',
  ref: 'pickup_code',
  notes: null,
  ours: ['inscriptionid', 'eventid', 'distanceid', 'pickup_batchid', 'last_synced_at'],
};
