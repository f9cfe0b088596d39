import { z } from 'zod';
import { ServiceRefusal, type RecordService } from './RecordService';

const answerMs = 15_000;
const page = z.object({ records: z.array(z.unknown()).max(1000), cursor: z.string().min(1).max(200).nullable() });
/** Answers of a service that is away, overloaded or does not know our key yet: it may agree another time. */
const passing = new Set([401, 403, 408, 425, 429]);

/**
 * A service behind an address such as `https://key@bikes.example.com/v1`, with the key as bearer: `GET {address}/{collection}?after=` answers `{ records, cursor }`, and
 * `POST {address}/{collection}/{ref}/reports` with `{ status, notes }` and an `idempotency-key` answers the record. Redirects are not followed, since they would carry the key elsewhere.
 */
export const httpRecords = (address: string, collection: string): RecordService => {
  const { origin, pathname, username } = new URL(address);
  const root = `${origin}${pathname.replace(/\/$/, '')}/${collection}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(`${root}${path}`, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerMs), headers: { ...init.headers, authorization: `Bearer ${decodeURIComponent(username)}` } });
    const { ok, status } = response;
    if (ok) return response.json();
    const said = `the service answered ${status}`;
    throw status >= 400 && status < 500 && !passing.has(status) ? new ServiceRefusal(said) : new Error(said);
  };
  return {
    name: 'remote',
    changes: async (cursor) => page.parse(await ask(cursor === null ? '' : `?after=${encodeURIComponent(cursor)}`)),
    report: ({ key, ref, status, notes }) =>
      ask(`/${encodeURIComponent(ref)}/reports`, { method: 'POST', body: JSON.stringify({ status, notes }), headers: { 'content-type': 'application/json', 'idempotency-key': key } }),
  };
};
