import { randomUUID } from 'node:crypto';
import { wallets, type Wallet } from '@/resources/wallets/wallets';
import { wallet_movements, type WalletMovement } from '@/resources/wallet_movements/wallet_movements';
import { organizations } from '@/resources/organizations/organizations';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readPromos } from './expirePromos';
import { moveWallet } from './wallets';
import { columnsOf } from '../../kernel/columnsOf';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

interface Booking {
  readonly amount_cents: number;
  readonly reason: string;
  readonly evidence_file?: WalletMovement['evidence_file'] | undefined;
  readonly idempotency_key?: string | null | undefined;
  /** When the credit ends: it is a promotional one then. */
  readonly expires_at?: string | null | undefined;
  readonly requested_by_userid?: number | null;
  readonly approved_by_userid?: number | null;
}
/** The result of a booking, the same for every repetition. */
interface Booked {
  readonly movementid: number;
  readonly available_cents: number;
}
const m = columnsOf(wallet_movements);
const g = columnsOf(wallet_movements, 'g');
const o = columnsOf(organizations);
const bookedUnder = (tx: Transaction, key: string) =>
  selectOne(
    tx,
    { movementid: m.movementid, amount_cents: m.amount_cents, available_cents: m.available_after_cents },
    sql`from ${m} where ${m.idempotency_key} = ${key}`,
  );

/** Books once for each key. The wallet is locked, so a duplicate request waits for the first. */
const book = async (
  tx: Transaction,
  { walletid, web_userid }: Wallet,
  side: 'admin_credit' | 'admin_debit',
  { amount_cents, reason, evidence_file, idempotency_key, expires_at = null, requested_by_userid = tx.userid, approved_by_userid }: Booking,
): Promise<Booked> => {
  const type = expires_at === null ? side : 'promo_credit';
  const key = `${side}:${walletid}:${idempotency_key ?? randomUUID()}`;
  let booked = await bookedUnder(tx, key);
  if (booked && booked.amount_cents !== amount_cents) throw conflict('KEY_REUSED', [{ path: 'input.idempotency_key', code: 'KEY_REUSED' }]);
  if (!booked) {
    await moveWallet(tx, web_userid, {
      type,
      amount_cents,
      reason,
      evidence_file,
      expires_at,
      key,
      requested_by_userid,
      approved_by_userid,
    });
    booked = await bookedUnder(tx, key);
  }
  if (!booked) throw new Error(`nothing was booked under ${key}`);
  return { movementid: booked.movementid, available_cents: booked.available_cents };
};

/**
 * Above the limit of the organization of the person who asks, a credit waits for a second person. What they gave to this wallet in the
 * last day without approval counts, so a credit cannot be split to stay below the limit. The wallet is already locked, so simultaneous
 * credits are added up too.
 */
const needsApproval = async (tx: Transaction, walletid: number, amount_cents: number): Promise<boolean> => {
  const given = value<number>(sql`coalesce((select sum(${g.amount_cents}) from ${g}
    where ${g.walletid} = ${walletid} and ${g.type} in ('admin_credit', 'promo_credit') and coalesce(${g.requested_by_userid}, ${g.created_by}) = ${tx.userid}
      and ${g.approved_by_userid} is null and ${g.created} > now() - interval '24 hours'), 0)::bigint`);
  const found = await tx.asOwner(() =>
    selectOne(tx, { limit: o.refund_approval_cents, given }, sql`from ${o} where ${o.organizationid} = ${tx.grants.organizationid}`),
  );
  return amount_cents + (found?.given ?? 0) > (found?.limit ?? 0);
};

interface Waiting {
  readonly waiting: 1;
  readonly amount_cents: number;
}
/** Asks for a credit, with its evidence; a repetition under its key gets the same answer. */
const askFor = async (
  tx: Transaction,
  row: Wallet,
  { amount_cents, reason, evidence_file, idempotency_key, expires_at = null }: Booking,
): Promise<Waiting> => {
  const key = idempotency_key ?? null;
  if (row.pending_cents !== null) {
    if (key !== null && key === row.pending_key && row.pending_cents === amount_cents) return { waiting: 1, amount_cents };
    throw conflict('CREDIT_WAITING', [{ path: 'input.amount_cents', code: 'CREDIT_WAITING' }]);
  }
  if (!evidence_file) throw invalid([{ path: 'input.evidence_file', code: 'EVIDENCE_NEEDED' }]);
  await updateRow(tx, wallets, row.walletid, {
    pending_cents: amount_cents,
    pending_reason: reason,
    pending_file: evidence_file,
    pending_by_userid: tx.userid,
    pending_at: new Date().toISOString(),
    pending_key: key ?? randomUUID(),
    pending_expires_at: expires_at,
    reject_reason: null,
  });
  return { waiting: 1, amount_cents };
};

/** A promotional credit ends later than now. */
const judgeEnd = (expires_at: string | null | undefined, path: string): void => {
  if (expires_at != null && Date.parse(expires_at) <= Date.now()) throw invalid([{ path, code: 'EXPIRY_PAST' }]);
};

/** Money that staff puts into a wallet or takes out of it, always with a reason. */
export const walletsHooks = defineHooks(wallets, {
  actions: {
    credit: async ({ tx, row, input }) => {
      judgeEnd(input.expires_at, 'input.expires_at');
      const isBooked =
        input.idempotency_key != null && (await bookedUnder(tx, `admin_credit:${row.walletid}:${input.idempotency_key}`)) !== undefined;
      return !isBooked && (await needsApproval(tx, row.walletid, input.amount_cents))
        ? askFor(tx, row, input)
        : book(tx, row, 'admin_credit', input);
    },
    approve_credit: async ({ tx, row }) => {
      const { pending_cents, pending_reason, pending_file, pending_key, pending_by_userid, pending_expires_at } = row;
      if (pending_cents === null || pending_reason === null) throw conflict('ALREADY_EXISTS');
      judgeEnd(pending_expires_at, 'pending_expires_at');
      return book(tx, row, 'admin_credit', {
        amount_cents: pending_cents,
        reason: pending_reason,
        evidence_file: pending_file,
        idempotency_key: pending_key,
        expires_at: pending_expires_at,
        requested_by_userid: pending_by_userid,
        approved_by_userid: tx.userid,
      });
    },
    promotions: ({ tx, row }) => readPromos(tx, row.walletid),
    debit: ({ tx, row, input }) => book(tx, row, 'admin_debit', input),
  },
});
