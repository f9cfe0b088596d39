import { statusGroups } from '@/domain/registration/lifecycle';
import type { CallSection } from '@/domain/raceCall/changedSections';
import { convocatories } from '@/resources/convocatories/convocatories';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const c = columnsOf(convocatories);
const i = columnsOf(inscriptions);
const w = columnsOf(web_users, 'w');

/** The sections of a version. */
export const callSections = value<readonly CallSection[]>(sql`coalesce(${c.sections}, '[]'::jsonb)`);

/** Which published call somebody reads first: that of their language, then the Spanish one. */
const nearest = (locale: SQL): SQL => sql`${c.locale} = ${locale} desc, ${c.locale} desc`;

/** Registrations of an event whose people rely on its race call in a language, and who can be written to. */
export const readersOf = async (tx: Transaction, eventid: number, locale: string): Promise<readonly number[]> => {
  const people = await select(
    tx,
    { inscriptionid: i.inscriptionid, web_userid: i.web_userid },
    sql`from ${i} where ${i.eventid} = ${eventid} and ${i.status} = any(${[...statusGroups.hold, ...statusGroups.active]}::text[]) and ${i.email} is not null and ${i.deleted_at} is null order by ${i.inscriptionid}`,
  );
  const accounts = people.map(({ web_userid }) => web_userid);
  const published = sql`select ${c.locale} from ${c} where ${c.eventid} = ${eventid} and ${c.status} = 'published' and ${c.deleted_at} is null`;
  // Not everybody who publishes may read accounts, so the product looks up their language.
  const readers = await tx.asOwner(() =>
    selectAll(
      tx,
      w.web_userid,
      sql`from ${w} where ${w.web_userid} = any(${accounts}::bigint[]) and ${locale} = (${published} order by ${nearest(sql`${w.locale}`)} limit 1)`,
    ),
  );
  const among = new Set(readers);
  return people.filter(({ web_userid }) => among.has(web_userid)).map(({ inscriptionid }) => inscriptionid);
};

/** The published race call of an event in a language, or in Spanish, with the version before it; null where none is published. */
export const readCall = async (tx: Transaction, eventid: number, locale: string) => {
  const versions = await select(
    tx,
    {
      locale: value<string>(sql`${c.locale}`),
      status: value<string>(sql`${c.status}`),
      change_note: value<string>(sql`${c.change_note}`),
      sections: callSections,
    },
    sql`from ${c} where ${c.eventid} = ${eventid} and ${c.status} in ('published', 'superseded') and ${c.deleted_at} is null
        order by ${nearest(sql`${locale}`)}, ${c.revision} desc`,
  );
  const current = versions.find(({ status }) => status === 'published');
  if (!current) return null;
  const before = versions.find((version) => version.locale === current.locale && version.status === 'superseded');
  return { ...current, before: before?.sections ?? [] };
};
