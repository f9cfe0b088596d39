import type pg from 'pg';
import type { Mirror } from './Mirror';
import { httpRecords } from './httpRecords';
import { localRecords } from './localRecords';
import type { RecordService } from './RecordService';

/** The service at the configured address, the local one in a demonstration, and none in production without configuration. */
export const createRecordService = (
  { service, collection, notes }: Mirror,
  address: string | undefined,
  production: boolean,
  pool: pg.Pool,
): RecordService | null => {
  if (address !== undefined) return httpRecords(address, collection);
  return production ? null : localRecords(pool, service, notes);
};
