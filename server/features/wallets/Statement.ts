import type { WalletMovement } from '@/resources/wallet_movements/wallet_movements';

interface Balance {
  readonly available_cents: number;
  readonly frozen_cents: number;
}
export interface StatementLine {
  readonly at: string;
  readonly type: WalletMovement['type'];
  readonly available_change_cents: number;
  readonly frozen_change_cents: number;
  readonly available_after_cents: number;
  readonly frozen_after_cents: number;
  readonly expires_at: string | null;
  readonly reason: string | null;
}
/** The statement of a wallet: two days, the balances around them and the movements between them; money in cents. */
export interface Statement {
  readonly walletid: number;
  readonly athlete: string;
  readonly currency: string;
  readonly since: string;
  readonly until: string;
  readonly opening: Balance;
  readonly closing: Balance;
  readonly lines: readonly StatementLine[];
}
