import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';

/** What a record of a service belongs to here. */
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

const folioSql =
  'select i.inscriptionid, i.eventid, i.web_userid, i.distanceid, e.slug from inscriptions i join events e on e.eventid = i.eventid where i.folio = upper($1) and i.deleted_at is null';
const eventSql = 'select eventid from events where slug = $1 and deleted_at is null';
const athleteSql = 'select web_userid from web_users where lower(email) = lower($1) and deleted_at is null order by web_userid limit 2';
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const unknownCodes = { folio: 'UNKNOWN_FOLIO', event: 'UNKNOWN_EVENT', email: 'UNKNOWN_EMAIL' } as const;
const unknown = (path: keyof typeof unknownCodes, value: string): DomainError =>
  conflict('RECORD_UNPLACED', [value ? { path, code: unknownCodes[path], params: { value } } : { path, code: 'REQUIRED' }]);

/** Finds what a record belongs to; refuses what would be a guess, and a record without a folio where it has to be one of a registration. */
export const placeRecord = async (tx: Transaction, { folio, event, email }: Named, needsFolio: boolean): Promise<Place> => {
  const [code, slug, address] = [textOf(folio), textOf(event), textOf(email)];
  if (code) {
    const [found] = await tx.run(folioSql, [code]);
    if (!found) throw unknown('folio', code);
    if (slug && found[4] !== slug) throw unknown('event', slug);
    return { inscriptionid: Number(found[0]), eventid: Number(found[1]), web_userid: Number(found[2]), distanceid: Number(found[3]) };
  }
  if (needsFolio) throw unknown('folio', '');
  const [venue] = slug ? await tx.run(eventSql, [slug]) : [];
  if (!venue) throw unknown('event', slug);
  const athletes = address ? await tx.run(athleteSql, [address]) : [];
  if (athletes.length !== 1) throw unknown('email', address);
  return { inscriptionid: null, eventid: Number(venue[0]), web_userid: Number(athletes[0]![0]), distanceid: null };
};
