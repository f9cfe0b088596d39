import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { OpenedCharge, PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { select, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { bookAffiliationReturn, currency, isPayable } from './settleAffiliationCharge';

type Deps = Pick<ApiDeps, 'pool' | 'registry'>;
const keyOf = (affiliationid: number): string => `affiliation-${affiliationid}`;
/** An affiliation costs the same from its request on, so it has one charge, whose key is its own. */
export const openAffiliationCharge = async (deps: Deps, gateway: PaymentGateway, affiliationid: number): Promise<OpenedCharge | null> => {
  const asked = await inSystemTransaction(deps, async (tx) => {
    const row = await readStored(tx, fmtri_affiliations, affiliationid, { lock: true });
    return row && row.price_cents > 0 && (await isPayable(tx, row)) ? row : null;
  });
  if (!asked) return null;
  const opened = await gateway.open({
    key: keyOf(affiliationid),
    amount_cents: asked.price_cents,
    currency,
    method: 'card',
    card_bin: null,
    expires_at: null,
  });
  // Kept even where it was paid at a counter meanwhile: money that comes nevertheless must be known to go back.
  await inSystemTransaction(deps, (tx) =>
    updateAudited(tx, fmtri_affiliations, (row) => sql`${row.affiliationid} = ${affiliationid} and ${row.charge_state} is null`, {
      charge_state: 'open',
      provider: gateway.name,
      provider_ref: opened.provider_ref,
    }),
  );
  return opened;
};

const batchSize = 20;
/** Minutes until the gateway is asked again after no answer, or about money that is on its way; the last one repeats. */
const pauses = [1, 5, 15, 60, 240];
const a = columnsOf(fmtri_affiliations);
const shape = {
  affiliationid: a.affiliationid,
  price_cents: a.price_cents,
  provider_ref: a.provider_ref,
  asks: a.refund_asks,
  refusals: a.refund_refusals,
};
type Due = Selected<typeof shape>;

/** Takes what is due and says when it is asked about again, before the gateway is: nobody else asks meanwhile. */
const take = (deps: Deps, provider: string): Promise<readonly Due[]> =>
  inSystemTransaction(deps, async (tx) => {
    const due = await select(
      tx,
      shape,
      sql`from ${a} where ${a.charge_state} = 'refunding' and ${a.provider} = ${provider} and ${a.provider_ref} is not null and coalesce(${a.refund_next_at} <= now(), true) and ${a.deleted_at} is null
          order by ${a.affiliationid} limit ${sql.raw(String(batchSize))} for no key update skip locked`,
    );
    for (const { affiliationid, asks } of due) {
      const minutes = pauses[Math.min(asks ?? 0, pauses.length - 1)] ?? 1;
      await updateAudited(tx, fmtri_affiliations, (row) => sql`${row.affiliationid} = ${affiliationid}`, {
        refund_asks: (asks ?? 0) + 1,
        refund_next_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      });
    }
    return due;
  });

/** Sends money of affiliations back to where it came from, each once under its key. Answers those that the gateway did not answer. */
export const returnAffiliationMoney = async (
  deps: Deps,
  gateway: PaymentGateway,
  isOver: () => boolean = () => false,
): Promise<{ readonly sent: number; readonly failed: readonly number[] }> => {
  const failed: number[] = [];
  let sent = 0;
  while (!isOver()) {
    const due = await take(deps, gateway.name);
    for (const { affiliationid, price_cents: amount_cents, provider_ref, refusals } of due) {
      if (provider_ref === null) continue;
      try {
        const key = `${keyOf(affiliationid)}-back-${refusals ?? 0}`;
        const made = await gateway.refund({ key, charge: provider_ref, amount_cents, currency });
        await inSystemTransaction(deps, (tx) => bookAffiliationReturn(tx, affiliationid, made));
        sent += 1;
      } catch {
        failed.push(affiliationid);
      }
    }
    if (due.length < batchSize) break;
  }
  return { sent, failed };
};
