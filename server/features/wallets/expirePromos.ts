import { createPromoLedger, type PromoLeft } from '@/domain/wallets/promoLedger';
import { wallet_movements } from '@/resources/wallet_movements/wallet_movements';
import { wallets } from '@/resources/wallets/wallets';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { moveWallet } from './wallets';

const w = columnsOf(wallets),
  m = columnsOf(wallet_movements);
/** Wallets of one transaction. */
const portion = 20;

/** What is left of each promotional credit of a wallet, besides what payments hold. */
export const readPromos = async (tx: Transaction, walletid: number): Promise<readonly PromoLeft[]> => {
  const entries = await select(
    tx,
    {
      movementid: m.movementid,
      type: m.type,
      amount_cents: m.amount_cents,
      inscriptionid: m.inscriptionid,
      reference_movementid: m.reference_movementid,
      expires_at: m.expires_at,
    },
    sql`from ${m} where ${m.walletid} = ${walletid} order by ${m.movementid}`,
  );
  const ledger = createPromoLedger();
  for (const entry of entries) ledger.apply(entry);
  return ledger.left();
};

/** Ends what is over in one locked wallet, and notes when the next credit ends. */
const expireIn = async (tx: Transaction, walletid: number, web_userid: number, now: string): Promise<void> => {
  const promos = await readPromos(tx, walletid);
  const over = promos.filter(({ expires_at }) => expires_at <= now);
  for (const { movementid, left_cents } of over)
    await moveWallet(tx, web_userid, {
      type: 'expire',
      amount_cents: left_cents,
      reference_movementid: movementid,
      key: `expire:${movementid}:${left_cents}:${now}`,
    });
  const next = promos.find(({ expires_at }) => expires_at > now)?.expires_at ?? null;
  await execute(tx, sql`update ${w} set ${w.promo_expires_at} = ${next}::timestamptz where ${w.walletid} = ${walletid}`);
};

/** Ends promotional credits whose time is over, in small transactions; wallets that another transaction holds come in the next run. */
export const expirePromos = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  isOver: () => boolean = () => false,
  now: Date = new Date(),
): Promise<number> => {
  const at = now.toISOString();
  let done = 0;
  while (!isOver()) {
    const found = await inSystemTransaction(deps, async (tx) => {
      const due = await select(
        tx,
        { walletid: w.walletid, web_userid: w.web_userid },
        sql`from ${w} where ${w.promo_expires_at} <= ${at}::timestamptz and ${w.deleted_at} is null
          order by ${w.walletid} limit ${sql.raw(String(portion))} for no key update skip locked`,
      );
      for (const { walletid, web_userid } of due) await expireIn(tx, walletid, web_userid, at);
      return due.length;
    });
    done += found;
    if (found < portion) break;
  }
  return done;
};
