import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict } from '../../kernel/DomainError';
import { locales } from '../../kernel/messages';
import { exists, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { LetterTemplate } from '../letters/addedLetters';
import { queueReminders, reminderKinds, remindersOf } from '../letters/reminders';

const u = columnsOf(fmtri_affiliate_users, 'u');
const w = columnsOf(web_users, 'w');
const reachable = (affiliate_userid: number) =>
  sql`from ${u} join ${w} on ${w.web_userid} = ${u.web_userid} where ${u.affiliate_userid} = ${affiliate_userid} and ${u.deleted_at} is null and ${w.email} is not null and ${w.status} in ('active', 'blocked')`;

/** Asks a person who is missing in the register by letter, once for each import. */
export const askMissing = (tx: Transaction, affiliate_userid: number, importid: number | null): Promise<void> =>
  tx.asOwner(async () => {
    if (!(await exists(tx, reachable(affiliate_userid)))) throw conflict('AFFILIATE_WITHOUT_EMAIL');
    await queueReminders(
      tx,
      reminderKinds.register,
      sql`select ${affiliate_userid}::bigint as id, ${String(importid ?? '')}::text as round`,
    );
  });

/** The letter to somebody who is missing in the register of the federation. */
export const registerLetters: LetterTemplate = remindersOf({
  kind: reminderKinds.register,
  words: `fmtri_affiliate_users.letters.${reminderKinds.register}`,
  compose: async (tx, affiliate_userid) => {
    const found = await selectOne(
      tx,
      {
        to: value<string>(sql`${w.email}`),
        person: w.first_name,
        language: value<string>(sql`${w.locale}`),
        number: value<string>(sql`${u.fmtri_number}`),
      },
      sql`${reachable(affiliate_userid)} and ${u.register_state} = 'asked'`,
    );
    if (!found) return null;
    const { to, person, language, number } = found;
    return { to, locale: locales.find((each) => each === language) ?? 'es', says: { person, number } };
  },
});
