import { wallet_movements, type WalletMovement } from '@/resources/wallet_movements/wallet_movements';
import { wallets } from '@/resources/wallets/wallets';
import type { InferWrite } from '@/schema';
import { conflict, type DomainError } from '../../kernel/DomainError';
import { Entangled } from '../../kernel/group';
import type { Transaction } from '../../kernel/transaction';
import { appendRows } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

export interface Movement {
  readonly type: WalletMovement['type'];
  /** Integer cents, above zero. */
  readonly amount_cents: number;
  readonly inscriptionid?: number | null;
  readonly paymentid?: number | null;
  readonly reason?: string | null | undefined;
  readonly evidence_file?: WalletMovement['evidence_file'] | undefined;
  /** The person who asked for it; for a credit that waited, not the person who approved it. */
  readonly requested_by_userid?: number | null | undefined;
  /** The second person of a credit above the limit. */
  readonly approved_by_userid?: number | null | undefined;
  /** When a promotional credit ends. */
  readonly expires_at?: string | null | undefined;
  /** The credit that an expiry ends. */
  readonly reference_movementid?: number | null | undefined;
  /** The same key moves money once, however often it is sent. */
  readonly key: string;
}
/** How each movement changes the available and the frozen amount. */
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
const lockWallets = async (tx: Transaction, web_userids: readonly number[]) => {
  const found = await select(
    tx,
    {
      web_userid: w.web_userid,
      walletid: w.walletid,
      available_cents: w.available_cents,
      frozen_cents: w.frozen_cents,
      status: w.status,
    },
    sql`from ${w} where ${w.web_userid} = any(${web_userids}::bigint[]) and ${w.deleted_at} is null order by ${w.walletid} for no key update`,
  );
  return new Map(found.map((wallet) => [wallet.web_userid, wallet]));
};
const openWallets = (tx: Transaction, web_userids: readonly number[]): Promise<void> =>
  execute(
    tx,
    sql`insert into ${w} (${w.web_userid}, ${w.created_by}) select u, ${tx.userid}::bigint from unnest(${web_userids}::bigint[]) u on conflict do nothing`,
  );

/** Has the job look at wallets whose promotional credit grew; what a payment held may have ended meanwhile. */
const watchExpiries = async (tx: Transaction, walletids: readonly (number | null)[]): Promise<void> => {
  if (walletids.length === 0) return;
  await execute(
    tx,
    sql`update ${w} set ${w.promo_expires_at} = ended.at
      from (select ${m.walletid} as id, min(${m.expires_at}) as at from ${m} where ${m.walletid} = any(${walletids}::bigint[]) and ${m.type} = 'promo_credit' group by 1) ended
      where ${w.walletid} = ended.id`,
  );
};

/** Money that moves in the wallet of an athlete. */
export type Move = readonly [web_userid: number, movement: Movement];

/**
 * Moves money in the wallets of athletes, opening a wallet when money comes in. Answers for each why it was refused, if it was: what is not there does not move.
 *
 * Works as the owner, since athletes belong to no organization. The balance behind a movement is part of it, so the movements of one wallet come one by one.
 */
export const moveWallets = async (tx: Transaction, moves: readonly Move[]): Promise<readonly (DomainError | null)[]> => {
  if (moves.length === 0) return [];
  const owners = [...new Set(moves.map(([web_userid]) => web_userid))];
  if (owners.length < moves.length) throw new Entangled();
  return tx.asOwner(async () => {
    let known = await lockWallets(tx, owners);
    const missing = moves.filter(([owner, { type }]) => !known.has(owner) && signs[type][0] > 0).map(([owner]) => owner);
    if (missing.length > 0) {
      await openWallets(tx, missing);
      known = await lockWallets(tx, owners);
    }
    const rows: InferWrite<typeof wallet_movements>[] = [];
    const refusals = moves.map(([owner, movement]): DomainError | null => {
      const { type, amount_cents, inscriptionid = null, paymentid = null, reason = null, evidence_file = null, key } = movement;
      const [available, frozen] = signs[type],
        wallet = known.get(owner),
        inHand = wallet?.available_cents ?? 0;
      const after = {
        available_after_cents: inHand + available * amount_cents,
        frozen_after_cents: (wallet?.frozen_cents ?? 0) + frozen * amount_cents,
      };
      if (!wallet || after.available_after_cents < 0 || after.frozen_after_cents < 0)
        return conflict('WALLET_SHORT', [], { available: inHand / 100 });
      if (wallet.status !== 'active' && available < 0 && type !== 'expire') return conflict('WALLET_BLOCKED');
      rows.push({
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
        requested_by_userid: movement.requested_by_userid ?? null,
        approved_by_userid: movement.approved_by_userid ?? null,
        expires_at: movement.expires_at ?? null,
        reference_movementid: movement.reference_movementid ?? null,
        idempotency_key: key,
      });
      return null;
    });
    await appendRows(tx, wallet_movements, rows);
    const moved = rows.map(({ walletid }) => walletid ?? null);
    await execute(tx, sql`update ${w} set ${w.updated} = now() where ${w.walletid} = any(${moved}::bigint[])`);
    await watchExpiries(
      tx,
      rows.filter(({ type }) => type === 'promo_credit' || type === 'release').map(({ walletid }) => walletid ?? null),
    );
    return refusals;
  });
};
/** Moves money in the wallet of an athlete. */
export const moveWallet = async (tx: Transaction, web_userid: number, movement: Movement): Promise<void> => {
  const [refusal] = await moveWallets(tx, [[web_userid, movement]]);
  if (refusal) throw refusal;
};

/** What of the wallets is frozen for inscriptions, in cents. */
export const frozenForEach = (tx: Transaction, inscriptionids: readonly number[]): Promise<(inscriptionid: number) => number> =>
  tx.asOwner(async () => {
    const found =
      inscriptionids.length === 0
        ? []
        : await select(
            tx,
            { id: value<number>(sql`${m.inscriptionid}`), frozen: value<number>(sql`sum(${m.frozen_change_cents})::int`) },
            sql`from ${m} where ${m.inscriptionid} = any(${inscriptionids}::bigint[]) group by ${m.inscriptionid}`,
          );
    const frozen = new Map(found.map((each) => [each.id, each.frozen]));
    return (inscriptionid) => frozen.get(inscriptionid) ?? 0;
  });
