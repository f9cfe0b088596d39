import { organizations } from '@/resources/organizations/organizations';
import { users } from '@/resources/users/users';
import { numberIn, rowsIn, textIn } from '@/schema/unknown';
import { inbox_letters, inbox_silences } from '../../database/inboxTables';
import { columnsOf } from '../../kernel/columnsOf';
import { locales, type Locale, type Translate } from '../../kernel/messages';
import { regional } from '../../kernel/regional';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { LetterTemplate } from '../letters/addedLetters';

const l = columnsOf(inbox_letters, 'l');
const bare = columnsOf(inbox_letters);
const u = columnsOf(users, 'u');
const o = columnsOf(organizations, 'o');
const s = columnsOf(inbox_silences, 's');
const due = {
  id: l.letterid,
  to: value<string>(sql`${u.email}`),
  language: value<string>(sql`${u.locale}`),
  person: value<string>(sql`${u.first_name}`),
  organization: value<string>(sql`${o.name}`),
  lines: value<unknown>(sql`${l.lines}`),
};

/** What waits, a line each: it says how many, and names nobody. */
const linesOf = (lines: unknown, locale: Locale, translate: Translate): string =>
  rowsIn(lines)
    .map(({ resource, wait, unread }) => {
      const what = translate(`${textIn(resource)}.waits.${textIn(wait)}`, locale, {});
      return `· ${what}: ${new Intl.NumberFormat(regional[locale]).format(numberIn(unread) ?? 0)}`;
    })
    .join('\n');

const kind = 'day';
/** The letters of a day about inboxes. Somebody who has turned them off since gets none, and nobody gets one that is a day old. */
export const digestLetters = (origin: string, translate: Translate): LetterTemplate => ({
  name: 'inbox',
  words: `inbox.letters.${kind}`,
  take: async (tx: Transaction, most: number) => {
    const rows = await select(
      tx,
      due,
      sql`from ${l} join ${u} on ${u.userid} = ${l.userid} and ${u.status} = 'active' and ${u.deleted_at} is null join ${o} on ${o.organizationid} = ${l.organizationid}
           where ${l.state} = 'waiting' and ${l.created} > now() - interval '1 day' and not exists (select 1 from ${s} where ${s.userid} = ${l.userid})
           order by ${l.letterid} limit ${sql.raw(String(most))} for update of l skip locked`,
    );
    await execute(
      tx,
      sql`update ${bare} set ${bare.state} = 'sending', ${bare.taken_at} = now() where ${bare.letterid} = any(${rows.map(({ id }) => id)}::bigint[])`,
    );
    return rows.map(({ id, to, language, person, organization, lines }) => {
      const locale = locales.find((each) => each === language) ?? 'es';
      return {
        id,
        to,
        locale,
        says: { person, organization, lines: linesOf(lines, locale, translate), link: `${origin}/inbox` },
      };
    });
  },
  settle: (tx, id, outcome) =>
    execute(
      tx,
      sql`update ${bare} set ${bare.state} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'refused' : 'waiting'}, ${bare.error} = ${'error' in outcome ? outcome.error : null} where ${bare.letterid} = ${id} and ${bare.state} = 'sending'`,
    ),
});
