import { letter_templates } from '@/resources/letter_templates/letter_templates';
import { users } from '@/resources/users/users';
import { letter_tests } from '../../database/letterTables';
import { columnsOf } from '../../kernel/columnsOf';
import { tooManyRequests } from '../../kernel/DomainError';
import { locales, type Translate } from '../../kernel/messages';
import { execute, pick, select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { DueLetter, LetterTemplate } from './addedLetters';
import { sampleOf } from './sampleOf';

const bare = columnsOf(letter_tests);
const q = columnsOf(letter_tests, 'q');
const t = columnsOf(letter_templates, 't');
const u = columnsOf(users, 'u');
const kind = 'test';
const mostInHour = 30,
  hourSeconds = 3600;

/** Queues a test letter to the person who asks for it. */
export const askTest = (tx: Transaction, letter_templateid: number, inscriptionid: number): Promise<void> =>
  tx.asOwner(async () => {
    const [asked = 0] = await selectAll(
      tx,
      value<number>(sql`count(*)`),
      sql`from ${bare} where ${bare.userid} = ${tx.userid} and ${bare.created} > now() - interval '1 hour'`,
    );
    if (asked >= mostInHour) throw tooManyRequests(hourSeconds);
    await execute(
      tx,
      sql`insert into ${bare} (${bare.userid}, ${bare.letter_templateid}, ${bare.inscriptionid}) values (${tx.userid}, ${letter_templateid}, ${inscriptionid})`,
    );
  });

const due = {
  id: q.testid,
  to: value<string>(sql`${u.email}`),
  inscriptionid: q.inscriptionid,
  language: value<string>(sql`${u.locale}`),
  ...pick(t, 'kind', 'locale', 'subject', 'body'),
};
/** Test letters: the text as it is now, marked as a test, to nobody but the person who asked. */
export const testLetters = (translate: Translate): LetterTemplate => ({
  name: 'letter-test',
  words: `letter_templates.letters.${kind}`,
  take: async (tx, most) => {
    const rows = await select(
      tx,
      due,
      sql`from ${q} join ${t} on ${t.letter_templateid} = ${q.letter_templateid} and ${t.deleted_at} is null join ${u} on ${u.userid} = ${q.userid} and ${u.deleted_at} is null
       where ${q.state} = 'waiting' order by ${q.testid} limit ${sql.raw(String(most))} for update of q skip locked`,
    );
    await execute(tx, sql`update ${bare} set ${bare.state} = 'sending' where ${bare.testid} = any(${rows.map(({ id }) => id)}::bigint[])`);
    const letters: DueLetter[] = [];
    for (const { id, to, language, inscriptionid, ...template } of rows) {
      const { subject, text } = await sampleOf(tx, template, inscriptionid, translate);
      letters.push({ id, to, locale: locales.find((each) => each === language) ?? 'es', says: { subject, text } });
    }
    return letters;
  },
  settle: (tx, id, outcome) =>
    execute(
      tx,
      sql`update ${bare} set ${bare.state} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'refused' : 'waiting'}, ${bare.error} = ${'error' in outcome ? outcome.error : null} where ${bare.testid} = ${id} and ${bare.state} = 'sending'`,
    ),
});
/** Forgets test letters of a week ago. */
export const forgetTests = (tx: Transaction): Promise<void> =>
  execute(tx, sql`delete from ${bare} where ${bare.created} < now() - interval '7 days'`);
