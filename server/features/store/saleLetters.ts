import { events } from '@/resources/events/events';
import { orders } from '@/resources/orders/orders';
import { payments } from '@/resources/payments/payments';
import { store_sale_lines } from '@/resources/store_sale_lines/store_sale_lines';
import { store_sales } from '@/resources/store_sales/store_sales';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { locales, type Translate } from '../../kernel/messages';
import { momentIn, moneyIn } from '../../kernel/regional';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { LetterTemplate } from '../letters/addedLetters';

const kinds = ['link', 'paid', 'cancelled', 'refunded'] as const;
const s = columnsOf(store_sales, 's');
const bare = columnsOf(store_sales);
const w = columnsOf(web_users, 'w');
const e = columnsOf(events, 'e');
const l = columnsOf(store_sale_lines, 'l');
const p = columnsOf(payments, 'p');
const o = columnsOf(orders, 'o');
const due = {
  id: s.saleid,
  to: value<string>(sql`${w.email}`),
  language: value<string>(sql`${w.locale}`),
  person: value<string>(sql`coalesce(${w.first_name}, '')`),
  event: value<string>(sql`coalesce(${e.name} ->> ${w.locale}, ${e.name} ->> 'es')`),
  contact: value<string>(sql`coalesce(${e.contact_email}, '')`),
  timezone: e.timezone,
  code: s.code,
  total_cents: s.total_cents,
  refunded_cents: s.refunded_cents,
  until: s.expires_at,
  link: s.pay_link,
  reference: value<string | null>(
    sql`(select ${p.reference} from ${p} where ${p.saleid} = ${s.saleid} and ${p.type} = 'charge' and ${p.status} = 'pending' and ${p.deleted_at} is null limit 1)`,
  ),
  goods: value<string>(
    sql`coalesce((select string_agg(${l.qty} || ' × ' || coalesce(${l.name} ->> ${w.locale}, ${l.name} ->> 'es'), E'\n' order by ${l.sale_lineid}) from ${l} where ${l.saleid} = ${s.saleid} and ${l.deleted_at} is null), '')`,
  ),
};

/** Letters to the buyers of sales, as the sale is when they leave. */
export const saleLetters = (translate: Translate): readonly LetterTemplate[] =>
  kinds.map((kind) => ({
    name: `store-sale-${kind}`,
    words: `store_sales.letters.${kind}`,
    take: async (tx, most) => {
      const rows = await select(
        tx,
        due,
        sql`from ${s} join ${w} on ${w.web_userid} = ${s.web_userid} join ${e} on ${e.eventid} = ${s.eventid} join ${o} on ${o.orderid} = ${s.orderid}
           where ${s.letter} = 'waiting' and ${s.letter_kind} = ${kind} and ${s.deleted_at} is null and ${w.email} is not null and ${w.status} in ('active', 'blocked')
           order by ${s.saleid} limit ${most} for update of s skip locked`,
      );
      await execute(
        tx,
        sql`update ${bare} set ${bare.letter} = 'sending' where ${bare.saleid} = any(${rows.map(({ id }) => id)}::bigint[])`,
      );
      return rows.map(({ id, to, language, person, event, code, goods, contact, ...row }) => {
        const locale = locales.find((each) => each === language) ?? 'es';
        const how = row.link ?? row.reference;
        const says = {
          person,
          event,
          code,
          goods,
          contact,
          total: moneyIn(locale, row.total_cents),
          refunded: moneyIn(locale, row.refunded_cents || row.total_cents),
          until: row.until === null ? '' : momentIn(locale, row.timezone ?? 'America/Mexico_City', row.until),
          how: how === null ? translate('store_sales.letters.ask', locale, { contact }) : how,
        };
        return { id, to, locale, says };
      });
    },
    settle: (tx, id, outcome) =>
      execute(
        tx,
        sql`update ${bare} set ${bare.letter} = ${'sent' in outcome ? 'sent' : outcome.isForGood ? 'failed' : 'waiting'}
            where ${bare.saleid} = ${id} and ${bare.letter} = 'sending' and ${bare.letter_kind} = ${kind}`,
      ),
  }));
