import { z } from 'zod';
import { outsideService, type Post } from '../outsideService';
import { ServiceRefusal, type RecordService } from './RecordService';

const page = z.object({ records: z.array(z.unknown()).max(1000), cursor: z.string().min(1).max(200).nullable() });
/** Statuses of a service that is unavailable, overloaded or does not know our key yet; it may accept the request later. */
const passing = new Set([401, 403, 408, 425, 429]);

/**
 * A service behind an address such as `https://key@bikes.example.com/v1`, with the key as bearer: `GET {address}/{collection}?after=` answers `{ records, cursor }`,
 * `POST {address}/{collection}/{ref}/reports` with `{ status, notes }` and an `idempotency-key` answers the record, and `PUT {address}/{collection}/{ref}` takes a new record.
 */
export const httpRecords = (address: string, collection: string): RecordService => {
  const service = outsideService(address);
  const ask = async (path: string, post?: Post): Promise<Response> => {
    const response = await service.ask(`/${collection}${path}`, { ...(post && { post }) });
    const { ok, status } = response;
    if (ok) return response;
    const said = `the service answered ${status}`;
    throw status >= 400 && status < 500 && !passing.has(status) ? new ServiceRefusal(said) : new Error(said);
  };
  return {
    name: 'remote',
    changes: async (cursor) => page.parse(await (await ask(cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`)).json()),
    report: async ({ key, ref, status, notes }) =>
      (await ask(`/${encodeURIComponent(ref)}/reports`, { body: { status, notes }, key })).json(),
    put: async (ref, record) => void (await ask(`/${encodeURIComponent(ref)}`, { body: record, key: `record-${ref}`, method: 'PUT' })),
  };
};
