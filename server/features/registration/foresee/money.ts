import { events } from '@/resources/events/events';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import { value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { PaymentMethod } from '../Change';
import { factsOf, hasOther, i, second, walletOf } from './facts';
import { openLedger, type Ledger } from './ledger';

/** The owner of the wallet. */
export interface Payer {
  readonly web_userid: number;
  readonly available: number;
  readonly isBlocked: boolean;
}
/** Why a wallet does not give an amount, with the amounts of earlier records taken away. */
export const noMoney = (wallets: Ledger, { web_userid, available, isBlocked }: Payer, amount: number): DomainError | null => {
  wallets.know(web_userid, available);
  if (!wallets.has(web_userid, amount)) return conflict('WALLET_SHORT', [], { available: (wallets.left(web_userid) ?? 0) / 100 });
  return isBlocked ? conflict('WALLET_BLOCKED') : null;
};

const e = columnsOf(events, 'e');
const notAllowed = conflict('WALLET_NOT_ALLOWED'),
  tooMuch = invalid([{ path: 'input.wallet_cents', code: 'WALLET_TOO_MUCH' }]),
  noReason = invalid([{ path: 'input.reason', code: 'REQUIRED' }]);
const shape = {
  distanceid: i.distanceid,
  total: i.total_cents,
  frozen: i.wallet_cents,
  takesWallet: value<boolean>(sql`${e.wallet_allowed}`),
  isSecond: hasOther(sql`${i.distanceid}`),
};
interface Fact extends Payer {
  readonly distanceid: number;
  readonly total: number;
  readonly frozen: number;
  readonly takesWallet: boolean;
  readonly isSecond: boolean;
}

/** What a payment takes from wallets, in the given order, and athletes who are registered twice and may be active once. */
const foreseeDrawn = (drawnBy: (fact: Fact) => number, isPaid: (fact: Fact) => boolean, isDrawnFrom: boolean): Forecast => {
  const wallet = walletOf(isDrawnFrom),
    facts = { ...shape, ...wallet.shape },
    joins = sql`join ${e} on ${e.eventid} = ${i.eventid} ${wallet.join}`;
  const wallets = openLedger(),
    active = new Set<string>();
  const refusalOf = (fact: Fact, amount: number): DomainError | null => {
    if (amount !== 0 && !fact.takesWallet) return notAllowed;
    if (fact.frozen + amount > fact.total) return tooMuch;
    const short = amount === 0 ? null : noMoney(wallets, fact, amount);
    if (short) return short;
    return isPaid(fact) && (fact.isSecond || active.has(`${fact.distanceid} ${fact.web_userid}`)) ? second : null;
  };
  return async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    for (const fact of await tx.asOwner(() => factsOf(tx, ids, facts, joins))) {
      const amount = drawnBy(fact);
      const refusal = refusalOf(fact, amount);
      if (refusal) refused.set(fact.id, refusal);
      else {
        if (amount !== 0) wallets.take(fact.web_userid, amount);
        if (isPaid(fact)) active.add(`${fact.distanceid} ${fact.web_userid}`);
      }
    }
    return refused;
  };
};

/** The part to reserve from each wallet; a registration with nothing left to pay is paid at once. */
export const foreseeRequest = ({ wallet_cents }: { readonly wallet_cents?: number | null | undefined }): Forecast => {
  const amount = wallet_cents ?? 0;
  return foreseeDrawn(
    () => amount,
    ({ total, frozen }) => total <= frozen + amount,
    amount > 0,
  );
};

interface PayInput {
  readonly method: PaymentMethod;
  readonly reason?: string | null | undefined;
}
/** The due amount at the counter; from wallets only if they are the method. */
export const foreseePay = ({ method, reason }: PayInput): Forecast => {
  if (method === 'courtesy' && !reason) return ({ ids }) => Promise.resolve(new Map(ids.map((id) => [id, noReason])));
  return foreseeDrawn(
    ({ total, frozen }) => (method === 'wallet' ? total - frozen : 0),
    () => true,
    method === 'wallet',
  );
};
