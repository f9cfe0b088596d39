import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { organizations } from '@/resources/organizations/organizations';
import { web_users } from '@/resources/web_users/web_users';
import type { Locale } from '../../kernel/messages';
import { moment, type Reads } from './Reads';
import { columnsOf, orNull } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

/** The head of a document: the athlete, the race and its organizer. */
export interface Head {
  readonly locale: Locale;
  readonly timezone: string;
  readonly organization: string;
  readonly legal_name: string | null;
  readonly rfc: string | null;
  readonly contact: string;
  readonly event: string;
  readonly start_at: string;
  readonly distance: string;
  readonly name: string;
  readonly folio: string;
  readonly number: string | null;
  readonly registered_at: string;
}

const i = columnsOf(inscriptions, 'i');
const e = columnsOf(events, 'e');
const o = columnsOf(organizations, 'o');
const w = columnsOf(web_users, 'w');
const d = columnsOf(distances, 'd');
const headOf = (asked: Locale | null) => {
  const locale = sql`coalesce(${asked}, ${w.locale}, 'es')`;
  return {
    locale: value<string>(locale),
    timezone: e.timezone,
    organization: o.name,
    legal_name: o.legal_name,
    rfc: o.rfc,
    contact: e.contact_email,
    event: value<string>(sql`coalesce(${e.name} ->> ${locale}, ${e.name} ->> 'es')`),
    start_at: moment(e.start_at),
    distance: orNull(d.name),
    registered_at: moment(i.created),
  };
};

export const fullName = ({
  first_name,
  last_name,
  second_last_name,
}: Pick<Inscription, 'first_name' | 'last_name' | 'second_last_name'>): string =>
  [first_name, last_name, second_last_name].filter(Boolean).join(' ');
export const printedNumber = ({ prefix, number }: Pick<Inscription, 'prefix' | 'number'>): string | null =>
  number === null || number === undefined ? null : `${prefix ?? ''}${number}`;

/** Reads the head of a document, in the language of the athlete unless another is given. */
export const readHead = async (tx: Reads, now: Inscription, asked: Locale | null = null): Promise<Head> => {
  // The athlete belongs to no organization, and the person who prints may not be allowed to read them.
  const found = await tx.asOwner(() =>
    selectOne(
      tx,
      headOf(asked),
      sql`from ${i} join ${e} on ${e.eventid} = ${i.eventid} join ${o} on ${o.organizationid} = ${e.organizationid} join ${w} on ${w.web_userid} = ${i.web_userid} left join ${d} on ${d.distanceid} = ${now.distanceid}
       where ${i.inscriptionid} = ${now.inscriptionid}`,
    ),
  );
  if (!found) throw notFound();
  const { locale, timezone, organization, legal_name, rfc, contact, event, start_at, distance, registered_at } = found;
  return {
    locale: locale === 'en' ? 'en' : 'es',
    timezone,
    organization,
    legal_name,
    rfc,
    contact: contact ?? '',
    event,
    start_at,
    distance: distance ?? '',
    name: fullName(now),
    folio: String(now.folio),
    number: printedNumber(now),
    registered_at,
  };
};
