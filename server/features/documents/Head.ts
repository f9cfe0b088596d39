import type { Locale } from '../../kernel/messages';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { moment, type Reads } from './Reads';

/** What a document says first: whose it is, for which race, and who organises that. */
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

const headSql = `
  select coalesce($3, w.locale, 'es'), e.timezone, o.name, o.legal_name, o.rfc, e.contact_email, coalesce(e.name ->> coalesce($3, w.locale, 'es'), e.name ->> 'es'), ${moment('e.start_at')}, d.name, ${moment('i.created')}
    from inscriptions i join events e on e.eventid = i.eventid join organizations o on o.organizationid = e.organizationid join web_users w on w.web_userid = i.web_userid left join distances d on d.distanceid = $2
   where i.inscriptionid = $1`;

export const fullName = ({
  first_name,
  last_name,
  second_last_name,
}: Pick<Inscription, 'first_name' | 'last_name' | 'second_last_name'>): string =>
  [first_name, last_name, second_last_name].filter(Boolean).join(' ');
export const printedNumber = ({ prefix, number }: Pick<Inscription, 'prefix' | 'number'>): string | null =>
  number === null || number === undefined ? null : `${prefix ?? ''}${number}`;

/** Reads what a document says first, in the language of the athlete unless another is asked for. */
export const readHead = async (tx: Reads, now: Inscription, asked: Locale | null = null): Promise<Head> => {
  const [found] = await tx.asOwner(() => tx.run(headSql, [now.inscriptionid, now.distanceid, asked])); // the athlete belongs to no organisation, and whoever prints may not read them
  const [locale, timezone, organization, legal_name, rfc, contact, event, start_at, distance, registered_at] = found!;
  return {
    locale: locale === 'en' ? 'en' : 'es',
    timezone: String(timezone),
    organization: String(organization),
    legal_name: legal_name as string | null,
    rfc: rfc as string | null,
    contact: String(contact ?? ''),
    event: String(event),
    start_at: String(start_at),
    distance: String(distance ?? ''),
    name: fullName(now),
    folio: String(now.folio),
    number: printedNumber(now),
    registered_at: String(registered_at),
  };
};
