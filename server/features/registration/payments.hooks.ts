import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import { sql } from '../../kernel/sql';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';
import { foreseeApproval } from './foresee/closing';
import { judgeKit } from './guards';
import { approveSaleRefund, finishSaleRefund, rejectSaleRefund, saleRefundToWallet } from './store/refundSale';
import { askRefund, isToOrigin, refundToWallet } from './refunding';

/** The second person of a refund: who approves one above the limit, or paid one back by hand. */
export const paymentsHooks = defineHooks(payments, {
  foresee: { approve: foreseeApproval },
  actions: {
    approve: async ({ tx, id, row }) => {
      if (row.saleid) return approveSaleRefund(tx, row.saleid, row);
      const inscription = row.inscriptionid && (await readStored(tx, inscriptions, row.inscriptionid, { lock: true }));
      if (!inscription) throw conflict('ALREADY_EXISTS');
      if (isToOrigin(row)) {
        await updateRow(tx, payments, id, { status: 'pending', refund_state: 'approved', approved_by_userid: tx.userid });
        return;
      }
      judgeKit(inscription, row.kit_override); // it may have been handed out while the refund waited
      await updateRow(tx, payments, id, { status: 'paid', paid_at: new Date().toISOString(), approved_by_userid: tx.userid });
      await advance(tx, inscription, 'wallet_refund', {
        amount_cents: row.amount_cents,
        paymentid: id,
        reason: row.reason,
        returnCoupon: row.return_coupon ?? true,
        kitOverride: row.kit_override ?? false,
      });
    },
    reject: async ({ tx, row: { saleid } }) => {
      if (saleid) await rejectSaleRefund(tx, saleid);
    },
    refund: ({ tx, row, input }) => askRefund(tx, row, input),
    // The gateway answers a key that it refused as before: another attempt is a new one, named after the refused one.
    // What it did not answer may be on its way: it stays sent, so that nobody returns it by hand meanwhile.
    retry_refund: async ({ tx, id, row: { provider_ref, refund_failure } }) => {
      if (refund_failure === 'no_answer') await updateRow(tx, payments, id, { refund_state: 'sent' });
      if (provider_ref !== null) await updateRow(tx, payments, id, { provider_ref: null, reference: provider_ref });
    },
    refund_to_wallet: ({ tx, row }) => (row.saleid ? saleRefundToWallet(tx, row.saleid, row) : refundToWallet(tx, row)),
    return_by_hand: async ({ tx, row: { inscriptionid, saleid, amount_cents, parent_paymentid } }) => {
      if (saleid) return finishSaleRefund(tx, saleid, { amount_cents, parent_paymentid });
      const inscription = inscriptionid && (await readStored(tx, inscriptions, inscriptionid, { lock: true }));
      if (!inscription) throw conflict('ALREADY_EXISTS');
      const { paid_cents, refunded_cents } = inscription;
      if (refunded_cents + amount_cents > paid_cents) throw invalid([{ path: 'amount_cents', code: 'REFUND_TOO_MUCH' }]);
      await updateAudited(tx, inscriptions, (one) => sql`${one.inscriptionid} = ${inscriptionid}`, {
        refunded_cents: refunded_cents + amount_cents,
      });
    },
  },
});
