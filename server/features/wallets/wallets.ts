import { wallet_movements, type WalletMovement } from '@/resources/wallet_movements/wallet_movements';
import { wallets } from '@/resources/wallets/wallets';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { appendRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

export interface Movement {
  readonly type: WalletMovement['type'];
  /** Integer cents, above zero. */
  readonly amount_cents: number;
  readonly inscriptionid?: number | null;
  readonly paymentid?: number | null;
  readonly reason?: string | null | undefined;
  readonly evidence_file?: WalletMovement['evidence_file'] | undefined;
  /** Who asked for it: for a credit that waited, not whoever approved it. */
  readonly requested_by_userid?: number | null | undefined;
  /** The second person of a credit above the limit. */
  readonly approved_by_userid?: number | null | undefined;
  /** The same key moves money once, however often it is said. */
  readonly key: string;
}
/** What each movement does to what is available and to what is frozen. */
const signs: Readonly<Record<WalletMovement['type'], readonly [available: number, frozen: number]>> = {
  refund_credit: [1, 0],
  admin_credit: [1, 0],
  promo_credit: [1, 0],
  merge_in: [1, 0],
  admin_debit: [-1, 0],
  expire: [-1, 0],
  merge_out: [-1, 0],
  reversal: [-1, 0],
  hold: [-1, 1],
  release: [1, -1],
  capture: [0, -1],
};

const w = columnsOf(wallets);
const m = columnsOf(wallet_movements);
const lockWallet = (tx: Transaction, web_userid: number) =>
  selectOne(
    tx,
    { walletid: w.walletid, available_cents: w.available_cents, frozen_cents: w.frozen_cents, status: w.status },
    sql`from ${w} where ${w.web_userid} = ${web_userid} and ${w.deleted_at} is null for no key update`,
  );
const openWallet = (tx: Transaction, web_userid: number): Promise<void> =>
  execute(tx, sql`insert into ${w} (${w.web_userid}, ${w.created_by}) values (${web_userid}, ${tx.userid}) on conflict do nothing`);

/** Moves money in the wallet of an athlete, opening the wallet when money comes in. Refuses what is not there; works as the owner, since athletes belong to no organisation. */
export const moveWallet = (
  tx: Transaction,
  web_userid: number,
  {
    type,
    amount_cents,
    inscriptionid = null,
    paymentid = null,
    reason = null,
    evidence_file = null,
    requested_by_userid = null,
    approved_by_userid = null,
    key,
  }: Movement,
): Promise<void> =>
  tx.asOwner(async () => {
    const [available, frozen] = signs[type];
    let wallet = await lockWallet(tx, web_userid);
    if (!wallet && available > 0) {
      await openWallet(tx, web_userid);
      wallet = await lockWallet(tx, web_userid);
    }
    const inHand = wallet?.available_cents ?? 0;
    const after = {
      available_after_cents: inHand + available * amount_cents,
      frozen_after_cents: (wallet?.frozen_cents ?? 0) + frozen * amount_cents,
    };
    if (!wallet || after.available_after_cents < 0 || after.frozen_after_cents < 0)
      throw conflict('WALLET_SHORT', [], { available: inHand / 100 });
    if (wallet.status !== 'active' && available < 0) throw conflict('WALLET_BLOCKED');
    await appendRow(tx, wallet_movements, {
      walletid: wallet.walletid,
      type,
      amount_cents,
      available_change_cents: available * amount_cents,
      frozen_change_cents: frozen * amount_cents,
      ...after,
      inscriptionid,
      paymentid,
      reason,
      evidence_file,
      requested_by_userid,
      approved_by_userid,
      idempotency_key: key,
    });
    await execute(tx, sql`update ${w} set ${w.updated} = now() where ${w.walletid} = ${wallet.walletid}`);
  });

/** What of a wallet is frozen for an inscription, in cents. */
export const frozenFor = (tx: Transaction, inscriptionid: number): Promise<number> =>
  tx.asOwner(async () => {
    const [frozen = 0] = await selectAll(
      tx,
      value<number>(sql`coalesce(sum(${m.frozen_change_cents}), 0)::int`),
      sql`from ${m} where ${m.inscriptionid} = ${inscriptionid}`,
    );
    return frozen;
  });
