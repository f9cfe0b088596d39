import { moneyIn } from '../../kernel/regional';
import type { Price, Receipt, PaymentLine } from './Receipt';
import { facts, heading, paragraph, table, type Flow } from './sheet/Flow';
import { momentOf, soft } from './sheet/Sheet';
import { writePages } from './sheet/writePages';

const word = (flow: Flow, name: string): string => flow.say(`inscription_documents.receipt.${name}`);
const back: ReadonlySet<string> = new Set(['refund', 'chargeback', 'transfer_out']);

/** The parts of a price and the total. Parts that are zero are left out. */
export const priceFacts = (flow: Flow, price: Price): readonly (readonly [string, string | null])[] => {
  const amount = (cents: number): string | null => (cents === 0 ? null : moneyIn(flow.locale, cents)),
    due = price.total_cents - price.paid_cents + price.refunded_cents;
  const named = (field: keyof Price): string => flow.say(`inscriptions.fields.${field}`);
  return [
    [named('list_price_cents'), moneyIn(flow.locale, price.list_price_cents)],
    [named('discount_cents'), amount(-price.discount_cents)],
    [named('promotion_discount_cents'), amount(-price.promotion_discount_cents)],
    [named('fee_cents'), amount(price.fee_cents)],
    [named('extra_cents'), amount(price.extra_cents)],
    [named('total_cents'), moneyIn(flow.locale, price.total_cents)],
    [named('paid_cents'), moneyIn(flow.locale, price.paid_cents)],
    [named('wallet_cents'), amount(price.wallet_cents)],
    [named('refunded_cents'), amount(-price.refunded_cents)],
    [word(flow, due < 0 ? 'surplus' : 'due'), amount(Math.abs(due))],
  ];
};

/** Lists payments one below the other; money that was returned has a sign. */
export const paymentTable = (flow: Flow, payments: readonly PaymentLine[]): void => {
  const { say } = flow;
  const columns = [
    { label: say('inscription_documents.sheet.when'), share: 21 },
    { label: say('payments.fields.type'), share: 15 },
    { label: say('payments.fields.method'), share: 20 },
    { label: say('payments.fields.status'), share: 13 },
    { label: say('payments.fields.reference'), share: 26 },
    { label: say('payments.fields.amount_cents'), share: 18, align: 'right' as const },
  ];
  table(
    flow,
    columns,
    payments.map(({ at, type, method, status, amount_cents, currency, references, card }) => [
      momentOf(flow, at),
      say(`payments.choices.type.${type}`),
      [say(`payments.choices.method.${method}`), card].filter(Boolean).join('\n'),
      say(`payments.choices.status.${status}`),
      references.join('\n') || '—',
      moneyIn(flow.locale, back.has(type) ? -amount_cents : amount_cents, currency),
    ]),
  );
};

/** Draws a receipt. */
export const drawReceipt = ({ head, price, payments }: Receipt, content: string): Promise<Buffer> =>
  writePages(head, { title: 'inscription_documents.receipt.title', content }, (flow) => {
    paragraph(flow, word(flow, 'notFiscal'), { bold: true });
    heading(flow, word(flow, 'whose'));
    facts(flow, [
      [word(flow, 'athlete'), head.name],
      [word(flow, 'folio'), head.folio],
      [word(flow, 'number'), head.number],
      [word(flow, 'payee'), head.legal_name ?? head.organization],
      ['RFC', head.rfc],
    ]);
    heading(flow, word(flow, 'price'));
    facts(flow, priceFacts(flow, price));
    heading(flow, word(flow, 'payments'));
    paymentTable(flow, payments);
    paragraph(flow, word(flow, 'asOf'), { size: 8, color: soft });
  });
