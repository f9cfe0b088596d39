import { events } from '@/resources/events/events';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { store_sale_lines } from '@/resources/store_sale_lines/store_sale_lines';
import { store_sales, type StoreSale } from '@/resources/store_sales/store_sales';
import { stores } from '@/resources/stores/stores';
import { web_users } from '@/resources/web_users/web_users';
import { isOneOf } from '@/schema/unknown';
import { readStored } from '../../../api/list/stored';
import { reaches } from '../../../api/list/visible';
import { createAllAudited, createAudited } from '../../../api/write/audited';
import { randomCode } from '../../../kernel/codes';
import { columnsOf } from '../../../kernel/columnsOf';
import { conflict, invalid, notFound, problemAt } from '../../../kernel/DomainError';
import { exists, selectOne } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { openOrder } from '../payments';
import { moveWallet } from '../../wallets/wallets';
import { withWallet } from '../withWallet';
import { lockVariants, moveStock, type LockedVariant } from './moveStock';
import { couponByCode } from '../couponByCode';
import { reserveSaleCoupon, returnSaleCoupon, saleDiscount } from './saleCoupon';
import { addSalePayment, closeCharges, lockSale, markSalePaid, moveSale, writeSale } from './salePayments';

/** Hours that the pieces of an unpaid sale are kept for its buyer. */
const heldHours = 48;
const codeLength = 10;
const counterMethods = ['cash', 'pos', 'wallet'] as const;
const linkMethods = ['card', 'oxxo', 'spei', 'paypal'] as const;
type CounterMethod = (typeof counterMethods)[number];
type LinkMethod = (typeof linkMethods)[number];

/** What staff says of a sale. */
export interface SaleWish {
  readonly eventid: number;
  readonly inscriptionid?: number | null | undefined;
  readonly web_userid?: number | null | undefined;
  readonly lines: readonly { readonly variantid: number; readonly qty: number }[];
  readonly method?: CounterMethod | LinkMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly coupon?: string | null | undefined;
  readonly idempotency_key?: string | null | undefined;
}

const n = columnsOf(inscriptions);
const e = columnsOf(events);
const s = columnsOf(stores);
const t = columnsOf(store_sales);

/** The athlete who buys: the one of a registration of this event, or an account that this person sees. */
const buyerOf = async (tx: Transaction, { eventid, inscriptionid, web_userid }: SaleWish): Promise<number> => {
  if (inscriptionid != null) {
    const found = await selectOne(
      tx,
      { buyer: n.web_userid },
      sql`from ${n} where ${n.inscriptionid} = ${inscriptionid} and ${n.eventid} = ${eventid} and ${n.deleted_at} is null`,
    );
    if (!found || !(await reaches(tx, inscriptions, inscriptionid, 'show')))
      throw invalid([problemAt('input.inscriptionid', 'INVALID_REFERENCE')]);
    if (web_userid != null && web_userid !== found.buyer) throw invalid([problemAt('input.web_userid', 'INVALID_REFERENCE')]);
    return found.buyer;
  }
  if (web_userid == null) throw invalid([problemAt('input.inscriptionid', 'REQUIRED')]);
  if (!(await reaches(tx, web_users, web_userid, 'show'))) throw invalid([problemAt('input.web_userid', 'INVALID_REFERENCE')]);
  return web_userid;
};

/** The same variant twice is one line. */
const linesOf = (wish: SaleWish): ReadonlyMap<number, number> => {
  const lines = new Map<number, number>();
  for (const { variantid, qty } of wish.lines) lines.set(variantid, (lines.get(variantid) ?? 0) + qty);
  return lines;
};

/** Products are of the organization of the event, on sale, for this event or for all, and not more than one order may have. */
const judgeLines = (
  variants: readonly LockedVariant[],
  lines: ReadonlyMap<number, number>,
  organizationid: number | null,
  eventid: number,
): void => {
  const ofProduct = new Map<number, number>();
  for (const { variantid, productid, ...variant } of variants) {
    const isHere = variant.organizationid === organizationid;
    if (!isHere) throw invalid([problemAt('input.lines', 'INVALID_REFERENCE')]);
    if (!variant.isOnSale || (variant.eventid !== null && variant.eventid !== eventid))
      throw conflict('PRODUCT_NOT_ON_SALE', [problemAt('input.lines', 'PRODUCT_NOT_ON_SALE')], { name: variant.name.es });
    const count = (ofProduct.get(productid) ?? 0) + (lines.get(variantid) ?? 0);
    ofProduct.set(productid, count);
    if (variant.max_per_order !== null && count > variant.max_per_order)
      throw conflict('TOO_MANY_OF_PRODUCT', [problemAt('input.lines', 'TOO_MANY_OF_PRODUCT')], {
        name: variant.product.es,
        max: variant.max_per_order,
      });
  }
};

const organizationOf = async (tx: Transaction, eventid: number): Promise<number | null> => {
  const event = await selectOne(tx, { organizationid: e.organizationid }, sql`from ${e} where ${e.eventid} = ${eventid}`);
  if (!event || !(await reaches(tx, events, eventid, 'show'))) throw notFound();
  const isOpen = await tx.asOwner(() =>
    exists(tx, sql`from ${s} where ${s.organizationid} = ${event.organizationid} and ${s.status} = 'active' and ${s.deleted_at} is null`),
  );
  if (!isOpen) throw conflict('STORE_CLOSED', [problemAt('input.eventid', 'STORE_CLOSED')]);
  return event.organizationid;
};

/** What became of a sale. */
interface Sold {
  readonly saleid: number;
  readonly code: string;
  readonly total_cents: number;
}
const knownSale = (tx: Transaction, key: string): Promise<Sold | undefined> =>
  selectOne(tx, { saleid: t.saleid, code: t.code, total_cents: t.total_cents }, sql`from ${t} where ${t.idempotency_key} = ${key}`);

/** Takes the whole of a sale out of the wallet of its buyer; what is not there refuses the sale. */
const payFromWallet = async (tx: Transaction, sale: StoreSale): Promise<void> => {
  const { saleid, eventid, web_userid, total_cents: amount_cents } = sale;
  if (!(await withWallet(tx, [eventid])).has(eventid))
    throw conflict('WALLET_NOT_ALLOWED', [problemAt('input.method', 'WALLET_NOT_ALLOWED')]);
  const paymentid = await addSalePayment(tx, sale, { type: 'charge', method: 'wallet', status: 'paid', amount_cents });
  await moveWallet(tx, web_userid, { type: 'hold', amount_cents, paymentid, key: `hold:sale:${saleid}:${paymentid}` });
  await moveWallet(tx, web_userid, { type: 'capture', amount_cents, paymentid, key: `capture:${paymentid}` });
};

/** Takes a sale at the counter, or out of the wallet. */
export const paySale = async (
  tx: Transaction,
  sale: StoreSale,
  { method, reference }: { readonly method: CounterMethod; readonly reference?: string | null | undefined },
): Promise<void> => {
  await closeCharges(tx, sale.saleid, 'cancelled');
  if (sale.total_cents > 0 && method === 'wallet') await payFromWallet(tx, sale);
  else if (sale.total_cents > 0)
    await addSalePayment(tx, sale, {
      type: 'charge',
      method,
      status: 'paid',
      amount_cents: sale.total_cents,
      reference: reference ?? null,
    });
  await markSalePaid(tx, sale, method);
};

/** Starts a payment that the buyer finishes elsewhere; it replaces one that is open. The job that opens charges sends the link. */
export const askSalePayment = async (tx: Transaction, sale: StoreSale, { method }: { readonly method: LinkMethod }): Promise<void> => {
  if (sale.total_cents === 0) throw conflict('NOTHING_TO_PAY', [problemAt('input.method', 'NOTHING_TO_PAY')]);
  await closeCharges(tx, sale.saleid, 'cancelled');
  await addSalePayment(tx, sale, { type: 'charge', method, status: 'pending', amount_cents: sale.total_cents });
  await writeSale(tx, sale, { method, pay_link: null, expires_at: heldUntil() });
};
const heldUntil = (): string => new Date(Date.now() + heldHours * 3_600_000).toISOString();

/** Sells products to an athlete: the pieces are reserved at once, and paid now, by a link, or later. A repetition under one key sells once. */
export const sell = async (tx: Transaction, wish: SaleWish): Promise<Sold> => {
  const organizationid = await organizationOf(tx, wish.eventid);
  const key = wish.idempotency_key ? `${organizationid}:${wish.idempotency_key}` : null;
  const known = key === null ? undefined : await knownSale(tx, key);
  if (known) return known;
  const web_userid = await buyerOf(tx, wish);
  const lines = linesOf(wish);
  const variants = await tx.asOwner(() => lockVariants(tx, [...lines.keys()]));
  judgeLines(variants, lines, organizationid, wish.eventid);
  const priced = variants.map(({ variantid, name, price_cents }) => {
    const qty = lines.get(variantid) ?? 0;
    return { variantid, name, price_cents, qty, amount_cents: qty * price_cents };
  });
  const gross_cents = priced.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const couponid = await couponByCode(tx, wish);
  const discount_cents = await saleDiscount(tx, couponid, gross_cents);
  const total_cents = gross_cents - discount_cents;
  const code = randomCode(codeLength);
  const saleid = await createAudited(tx, store_sales, {
    code,
    eventid: wish.eventid,
    web_userid,
    inscriptionid: wish.inscriptionid ?? null,
    orderid: await openOrder(tx, { eventid: wish.eventid, web_userid }),
    status: 'unpaid',
    couponid,
    discount_cents,
    total_cents,
    expires_at: heldUntil(),
    idempotency_key: key,
  });
  await createAllAudited(
    tx,
    store_sale_lines,
    priced.map((line) => ({ saleid, ...line })),
  );
  await moveStock(
    tx,
    priced.map(({ variantid, qty }) => ({ variantid, qty, type: 'reserve' as const, saleid })),
  );
  const { method, reference } = wish;
  const sale = await readStored(tx, store_sales, saleid);
  if (sale) await reserveSaleCoupon(tx, sale);
  if (sale && isOneOf(counterMethods, method)) await paySale(tx, sale, { method, reference });
  else if (sale && isOneOf(linkMethods, method)) await askSalePayment(tx, sale, { method });
  return { saleid, code, total_cents };
};

/** Ends a sale that nobody paid; its pieces are on the shelf again. */
export const endSale = async (
  tx: Transaction,
  saleid: number,
  { ended_by, reason }: { readonly ended_by: 'expired' | 'requested'; readonly reason: string | null },
): Promise<void> => {
  const sale = await lockSale(tx, saleid);
  if (sale.status !== 'unpaid') return;
  await closeCharges(tx, saleid, ended_by === 'expired' ? 'expired' : 'cancelled');
  await moveSale(tx, sale, 'release', reason);
  await returnSaleCoupon(tx, saleid);
  await writeSale(tx, sale, { status: 'cancelled', ended_by, reason, pay_link: null, letter_kind: 'cancelled', letter: 'waiting' });
};
