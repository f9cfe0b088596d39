import { reminder_letters } from '../../database/letterTables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, pick, select } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { DueLetter, LetterTemplate } from './addedLetters';

const r = columnsOf(reminder_letters);
export const reminderKinds = { promo: 'promo_credit', affiliation: 'affiliation', register: 'register' } as const;
type Kind = (typeof reminderKinds)[keyof typeof reminderKinds];

/** Queues a letter for each record of a query that answers keys and rounds; for none a second time. */
export const queueReminders = (tx: Transaction, kind: Kind, found: SQL): Promise<void> =>
  execute(
    tx,
    sql`insert into ${r} (${r.kind}, ${r.recordid}, ${r.round}) select ${kind}, f.id, f.round from (${found}) f on conflict do nothing`,
  );
/** Whether a record has its letter of a round, as a condition. */
export const hasReminder = (kind: Kind, id: SQL, round: SQL): SQL =>
  sql`exists (select 1 from ${r} where ${r.kind} = ${kind} and ${r.recordid} = ${id} and ${r.round} = ${round})`;

interface Reminding {
  readonly kind: Kind;
  readonly words: string;
  /** What the letter says now; null when there is nothing left to say, or nobody to say it to. */
  readonly compose: (tx: Transaction, recordid: number) => Promise<Omit<DueLetter, 'id' | 'round'> | null>;
}
/** Letters that were queued because a day comes near, as things are when they leave. */
export const remindersOf = ({ kind, words, compose }: Reminding): LetterTemplate => ({
  name: `reminder-${kind}`,
  words,
  take: async (tx, most) => {
    const rows = await select(
      tx,
      pick(r, 'reminderid', 'recordid'),
      sql`from ${r} where ${r.kind} = ${kind} and ${r.state} = 'waiting' order by ${r.reminderid} limit ${most} for update skip locked`,
    );
    const letters: DueLetter[] = [];
    for (const { reminderid, recordid } of rows) {
      const letter = await compose(tx, recordid);
      if (letter) letters.push({ id: reminderid, ...letter });
      await execute(tx, sql`update ${r} set ${r.state} = ${letter ? 'sending' : 'outdated'} where ${r.reminderid} = ${reminderid}`);
    }
    return letters;
  },
  settle: (tx, id, outcome) =>
    execute(
      tx,
      sql`update ${r} set ${r.state} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'refused' : 'waiting'} where ${r.reminderid} = ${id} and ${r.state} = 'sending'`,
    ),
});
