import { createRecordService } from './adapters/recordService/createRecordService';
import type { RecordService } from './adapters/recordService/RecordService';
import type { LocalMirror } from './features/mirrors/localRecordRoutes';
import type { Config } from './config';
import type { Database } from './database/openDatabase';
import { bikeOrders } from './features/mirrors/bikeOrders';
import type { Mirror } from './adapters/recordService/Mirror';
import { storePickups } from './features/exchange/storePickups';

/** An outside record service, and how often it is asked. */
export interface Mirrored {
  readonly mirror: Mirror;
  readonly service: RecordService | null;
  readonly seconds: number;
}
/** The mirrors of this installation; those without an address have no service. */
export const mirrorsOf = (
  { bikeService, bikeSeconds, storePickup, pickupSeconds, production }: Config,
  { pool }: Database,
): readonly Mirrored[] => [
  { mirror: bikeOrders, service: createRecordService(bikeOrders, bikeService, production, pool), seconds: bikeSeconds },
  { mirror: storePickups, service: createRecordService(storePickups, storePickup, production, pool), seconds: pickupSeconds },
];
/** Mirrors whose records this server keeps itself. */
export const localOf = (mirrored: readonly Mirrored[]): readonly LocalMirror[] =>
  mirrored.flatMap(({ mirror, service }) => (service?.put ? [{ mirror, records: { ...service, put: service.put } }] : []));
