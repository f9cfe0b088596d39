import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The local records to which a record of a service belongs. */
export interface Place {
  readonly inscriptionid: number | null;
  readonly eventid: number;
  readonly web_userid: number;
  readonly distanceid: number | null;
}
/** How a service names it: a registration by its folio, or an event by its slug and an athlete by e-mail. */
interface Named {
  readonly folio?: unknown;
  readonly event?: unknown;
  readonly email?: unknown;
}

const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const w = columnsOf(web_users);
const registrationOf = (tx: Transaction, folio: string) =>
  selectOne(
    tx,
    { inscriptionid: i.inscriptionid, eventid: i.eventid, web_userid: i.web_userid, distanceid: i.distanceid, slug: e.slug },
    sql`from ${i} join ${e} on ${e.eventid} = ${i.eventid} where ${i.folio} = upper(${folio}) and ${i.deleted_at} is null`,
  );
const athletesOf = (tx: Transaction, email: string): Promise<readonly number[]> =>
  selectAll(
    tx,
    w.web_userid,
    sql`from ${w} where ${w.email} = lower(${email}) and ${w.status} in ('active', 'blocked') and ${w.deleted_at} is null order by ${w.web_userid} limit 2`,
  );
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const unknownCodes = { folio: 'UNKNOWN_FOLIO', event: 'UNKNOWN_EVENT', email: 'UNKNOWN_EMAIL' } as const;
const unknown = (path: keyof typeof unknownCodes, value: string): DomainError =>
  conflict('RECORD_UNPLACED', [value ? { path, code: unknownCodes[path], params: { value } } : { path, code: 'REQUIRED' }]);

/**
 * Finds the registration, event or athlete of a record. Refuses ambiguous matches, and a record without a folio when it must belong to a
 * registration.
 */
export const placeRecord = async (tx: Transaction, { folio, event, email }: Named, needsFolio: boolean): Promise<Place> => {
  const [code, slug, address] = [textOf(folio), textOf(event), textOf(email)];
  if (code) {
    const found = await registrationOf(tx, code);
    if (!found) throw unknown('folio', code);
    const { slug: held, ...place } = found;
    if (slug && held !== slug) throw unknown('event', slug);
    return place;
  }
  if (needsFolio) throw unknown('folio', '');
  const [eventid] = slug ? await selectAll(tx, e.eventid, sql`from ${e} where ${e.slug} = ${slug} and ${e.deleted_at} is null`) : [];
  if (eventid === undefined) throw unknown('event', slug);
  const [web_userid, ...others] = address ? await athletesOf(tx, address) : [];
  if (web_userid === undefined || others.length > 0) throw unknown('email', address);
  return { inscriptionid: null, eventid, web_userid, distanceid: null };
};
