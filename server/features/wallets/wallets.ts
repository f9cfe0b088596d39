import { wallet_movements, type WalletMovement } from '@/resources/wallet_movements/wallet_movements';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { appendRow } from '../../api/write/columns';

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

const lockSql =
  'select walletid, available_cents, frozen_cents, status from wallets where web_userid = $1 and deleted_at is null for no key update';
const openSql = 'insert into wallets (web_userid, created_by) values ($1, $2) on conflict do nothing';

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
    let [wallet] = await tx.run(lockSql, [web_userid]);
    if (!wallet && available > 0) {
      await tx.run(openSql, [web_userid, tx.userid]);
      [wallet] = await tx.run(lockSql, [web_userid]);
    }
    const [walletid, inHand = 0, inIce = 0, status] = wallet ?? [];
    const after = {
      available_after_cents: Number(inHand) + available * amount_cents,
      frozen_after_cents: Number(inIce) + frozen * amount_cents,
    };
    if (!wallet || after.available_after_cents < 0 || after.frozen_after_cents < 0)
      throw conflict('WALLET_SHORT', [], { available: Number(inHand) / 100 });
    if (status !== 'active' && available < 0) throw conflict('WALLET_BLOCKED');
    await appendRow(tx, wallet_movements, {
      walletid: Number(walletid),
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
    await tx.run('update wallets set updated = now() where walletid = $1', [walletid]);
  });

/** What of a wallet is frozen for an inscription, in cents. */
export const frozenFor = (tx: Transaction, inscriptionid: number): Promise<number> =>
  tx.asOwner(async () => {
    const [[frozen] = []] = await tx.run(
      'select coalesce(sum(frozen_change_cents), 0)::int from wallet_movements where inscriptionid = $1',
      [inscriptionid],
    );
    return Number(frozen);
  });
