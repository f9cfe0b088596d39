import type pg from 'pg';
import type { Mirror } from './Mirror';
import { httpRecords } from './httpRecords';
import { localRecords } from './localRecords';
import type { RecordService } from './RecordService';

/** The service at the address that is configured, the local one where people try the product out, and none in production without one. */
export const createRecordService = (
  { service, collection, notes }: Mirror,
  address: string | undefined,
  production: boolean,
  pool: pg.Pool,
): RecordService | null => {
  if (address !== undefined) return httpRecords(address, collection);
  return production ? null : localRecords(pool, service, notes);
};
