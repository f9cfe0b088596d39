import { homeZone } from '@/schema/homeZone';
import { mail_blocks } from '@/resources/mail_blocks/mail_blocks';
import { organizations } from '@/resources/organizations/organizations';
import { wallet_movements } from '@/resources/wallet_movements/wallet_movements';
import { wallets } from '@/resources/wallets/wallets';
import { web_users } from '@/resources/web_users/web_users';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { locales } from '../../kernel/messages';
import { moneyIn, momentIn } from '../../kernel/regional';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import type { LetterTemplate } from '../letters/addedLetters';
import { hasReminder, queueReminders, reminderKinds, remindersOf } from '../letters/reminders';
import { readPromos } from './expirePromos';

/** How long before its end an athlete is reminded of a promotional credit. */
const reminderDays = 7;
const round = 'ends';
const m = columnsOf(wallet_movements, 'm');
const w = columnsOf(wallets, 'w');
const a = columnsOf(web_users, 'a');
const b = columnsOf(mail_blocks, 'b');
const o = columnsOf(organizations, 'o');

/** Queues the reminder of each promotional credit that ends soon; whether anything is left of it is read when the letter leaves. */
export const remindOfPromos = (deps: Pick<ApiDeps, 'pool' | 'registry'>, now: Date = new Date()): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  return inSystemTransaction(deps, (tx) =>
    queueReminders(
      tx,
      reminderKinds.promo,
      sql`select ${m.movementid} as id, ${round}::text as round from ${w} join ${m} on ${m.walletid} = ${w.walletid}
           where ${w.promo_expires_at} <= ${at} + ${reminderDays} * interval '1 day' and ${w.deleted_at} is null
             and ${m.type} = 'promo_credit' and ${m.expires_at} > ${at} and ${m.expires_at} <= ${at} + ${reminderDays} * interval '1 day'
             and not ${hasReminder(reminderKinds.promo, sql`${m.movementid}`, sql`${round}`)}`,
    ),
  );
};

/** Addresses that the platform may not write to, since their person left or mail to them came back. */
const isBlocked = sql`exists (select 1 from ${b} join ${o} on ${o.organizationid} = ${b.organizationid} where ${o.is_platform} and ${b.email} = ${a.email} and ${b.deleted_at} is null)`;

/** The letter before a promotional credit ends: how much of it is left, and until when. */
export const promoReminders: LetterTemplate = remindersOf({
  kind: reminderKinds.promo,
  words: `wallets.letters.${reminderKinds.promo}`,
  compose: async (tx, movementid) => {
    const found = await selectOne(
      tx,
      {
        walletid: m.walletid,
        to: value<string>(sql`${a.email}`),
        person: a.first_name,
        language: value<string>(sql`${a.locale}`),
      },
      sql`from ${m} join ${w} on ${w.walletid} = ${m.walletid} join ${a} on ${a.web_userid} = ${w.web_userid}
         where ${m.movementid} = ${movementid} and ${m.expires_at} > now() and ${w.status} = 'active' and ${a.status} = 'active' and ${a.email} is not null and not ${isBlocked}`,
    );
    const left = found && (await readPromos(tx, found.walletid)).find((promo) => promo.movementid === movementid);
    if (!found || !left) return null;
    const locale = locales.find((each) => each === found.language) ?? 'es';
    return {
      to: found.to,
      locale,
      says: { person: found.person, amount: moneyIn(locale, left.left_cents), until: momentIn(locale, homeZone, left.expires_at) },
    };
  },
});
