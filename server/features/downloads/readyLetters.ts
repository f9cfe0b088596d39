import { memberships } from '@/resources/memberships/memberships';
import { report_jobs } from '@/resources/report_jobs/report_jobs';
import { users } from '@/resources/users/users';
import { report_letters } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { locales } from '../../kernel/messages';
import { momentIn, regional } from '../../kernel/regional';
import { homeZone } from '@/schema/homeZone';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { LetterTemplate } from '../letters/addedLetters';

const l = columnsOf(report_letters, 'l');
const bare = columnsOf(report_letters);
const j = columnsOf(report_jobs, 'j');
const u = columnsOf(users, 'u');
const m = columnsOf(memberships, 'm');
const due = {
  id: l.letterid,
  to: value<string>(sql`${u.email}`),
  language: value<string>(sql`${u.locale}`),
  person: value<string>(sql`${u.first_name}`),
  name: value<string>(sql`coalesce(${j.name}, '')`),
  rows: value<number>(sql`coalesce(${j.rows}, 0)`),
  until: value<string>(sql`${j.expires_at}`),
  report_jobid: j.report_jobid,
};

const kind = 'ready';
/** Letters about files that are ready, to those who asked for them or whom their schedule names and who belong to the organization; what the file holds is in none of them. */
export const readyLetters = (origin: string): LetterTemplate => ({
  name: 'report-ready',
  words: `report_jobs.letters.${kind}`,
  take: async (tx: Transaction, most: number) => {
    const rows = await select(
      tx,
      due,
      sql`from ${l} join ${j} on ${j.report_jobid} = ${l.report_jobid} and ${j.status} = 'done' join ${u} on ${u.userid} = ${l.userid}
       where ${l.state} = 'waiting' and exists (select from ${m} where ${m.userid} = ${l.userid} and ${m.organizationid} = ${j.organizationid} and ${m.status} = 'active' and ${m.deleted_at} is null)
       order by ${l.letterid} limit ${sql.raw(String(most))} for update of l skip locked`,
    );
    await execute(
      tx,
      sql`update ${bare} set ${bare.state} = 'sending', ${bare.taken_at} = now() where ${bare.letterid} = any(${rows.map(({ id }) => id)}::bigint[])`,
    );
    return rows.map(({ id, to, language, person, name, rows: count, until, report_jobid }) => {
      const locale = locales.find((each) => each === language) ?? 'es';
      return {
        id,
        to,
        locale,
        says: {
          person,
          name,
          rows: new Intl.NumberFormat(regional[locale]).format(count),
          until: momentIn(locale, homeZone, until),
          link: `${origin}/report_jobs/${report_jobid}`,
        },
      };
    });
  },
  settle: (tx, id, outcome) =>
    execute(
      tx,
      sql`update ${bare} set ${bare.state} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'refused' : 'waiting'}, ${bare.error} = ${'error' in outcome ? outcome.error : null} where ${bare.letterid} = ${id} and ${bare.state} = 'sending'`,
    ),
});
