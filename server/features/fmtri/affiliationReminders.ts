import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { web_users } from '@/resources/web_users/web_users';
import { formatDay } from '@/words/format';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf } from '../../kernel/dayOf';
import { locales } from '../../kernel/messages';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import type { LetterTemplate } from '../letters/addedLetters';
import { hasReminder, queueReminders, reminderKinds, remindersOf } from '../letters/reminders';

const a = columnsOf(fmtri_affiliations, 'a');
const n = columnsOf(fmtri_affiliations, 'n');
const t = columnsOf(fmtri_affiliation_types, 't');
const u = columnsOf(fmtri_affiliate_users, 'u');
const w = columnsOf(web_users, 'w');

/** How many days before its end an affiliation is reminded of. Who gets one late gets the last letter only. */
const [early, late] = [30, 7];
/** One that goes on with the next season is over for nobody. */
const isRenewed = sql`exists (select 1 from ${n} where ${n.affiliate_userid} = ${a.affiliate_userid} and ${n.audience} = ${a.audience} and ${n.ends_on} > ${a.ends_on} and ${n.status} in ('active', 'pending_review') and ${n.deleted_at} is null)`;

/** Queues the letters before affiliations of a season end: 30 days before and 7 days before, each once. */
export const remindOfAffiliations = (deps: Pick<ApiDeps, 'pool' | 'registry'> & { readonly clock?: () => Date }): Promise<void> => {
  const day = dayOf(sql`${(deps.clock?.() ?? new Date()).toISOString()}::timestamptz`);
  const round = sql`case when ${a.ends_on} <= ${day} + ${late}::int then ${String(late)} else ${String(early)} end`;
  return inSystemTransaction(deps, (tx) =>
    queueReminders(
      tx,
      reminderKinds.affiliation,
      sql`select ${a.affiliationid} as id, ${round} as round from ${a} join ${t} on ${t.typeid} = ${a.typeid}
           where ${a.ends_on} between ${day} and ${day} + ${early}::int and ${a.status} = 'active' and ${a.deleted_at} is null
             and ${t.validity} in ('calendar_year', 'months') and not ${isRenewed} and not ${hasReminder(reminderKinds.affiliation, sql`${a.affiliationid}`, round)}`,
    ),
  );
};

/** The letter before an affiliation ends. */
export const affiliationReminders: LetterTemplate = remindersOf({
  kind: reminderKinds.affiliation,
  words: 'fmtri_affiliations.letters.ends',
  compose: async (tx, affiliationid) => {
    const found = await selectOne(
      tx,
      {
        to: value<string>(sql`${w.email}`),
        person: w.first_name,
        language: value<string>(sql`${w.locale}`),
        type: value<string>(sql`coalesce(${t.name} ->> ${w.locale}, ${t.name} ->> 'es')`),
        number: value<string>(sql`coalesce(${a.number}, '')`),
        until: value<string>(sql`${a.ends_on}::text`),
      },
      sql`from ${a} join ${t} on ${t.typeid} = ${a.typeid} join ${u} on ${u.affiliate_userid} = ${a.affiliate_userid} join ${w} on ${w.web_userid} = ${u.web_userid}
         where ${a.affiliationid} = ${affiliationid} and ${a.status} = 'active' and ${a.deleted_at} is null and not ${isRenewed}
           and ${u.deleted_at} is null and ${w.status} in ('active', 'blocked') and ${w.email} is not null`,
    );
    if (!found) return null;
    const { to, language, person, type, number, until } = found;
    return { to, locale: locales.find((each) => each === language) ?? 'es', says: { person, type, number, until: formatDay(until) } };
  },
});
