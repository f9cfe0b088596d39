import { users } from '@/resources/users/users';
import { webhooks } from '@/resources/webhooks/webhooks';
import { columnsOf } from '../../kernel/columnsOf';
import { locales } from '../../kernel/messages';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { LetterTemplate } from '../letters/addedLetters';

const w = columnsOf(webhooks, 'w');
const bare = columnsOf(webhooks);
const u = columnsOf(users, 'u');
const kind = 'failed';

/** Letters to the people whose webhooks were switched off by failures. The account of an API key gets none: no letter reaches it. */
export const failedLetters = (origin: string): LetterTemplate => ({
  name: 'webhook-failed',
  words: `webhooks.letters.${kind}`,
  take: async (tx, most) => {
    const rows = await select(
      tx,
      {
        id: w.webhookid,
        to: value<string>(sql`${u.email}`),
        language: value<string>(sql`${u.locale}`),
        person: value<string>(sql`${u.first_name}`),
        name: value<string>(sql`${w.name}`),
        error: value<string>(sql`coalesce(${w.error}, '')`),
      },
      sql`from ${w} join ${u} on ${u.userid} = ${w.userid} and ${u.email} not like '%@dorsal.invalid'
       where ${w.letter} = 'waiting' and ${w.status} = 'failed' and ${w.deleted_at} is null order by ${w.webhookid} limit ${sql.raw(String(most))} for update of w skip locked`,
    );
    await execute(
      tx,
      sql`update ${bare} set ${bare.letter} = 'sending' where ${bare.webhookid} = any(${rows.map(({ id }) => id)}::bigint[])`,
    );
    return rows.map(({ id, to, language, ...says }) => ({
      id,
      to,
      locale: locales.find((each) => each === language) ?? 'es',
      says: { ...says, link: `${origin}/webhooks/${id}` },
    }));
  },
  settle: (tx, id, outcome) =>
    execute(
      tx,
      sql`update ${bare} set ${bare.letter} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'failed' : 'waiting'} where ${bare.webhookid} = ${id} and ${bare.letter} = 'sending'`,
    ),
});
