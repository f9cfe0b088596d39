import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { payments } from '@/resources/payments/payments';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { advance } from './advance';
import { foreseeApproval } from './foresee/closing';
import { judgeKit } from './guards';

/** The second person who approves a refund above the limit. */
export const paymentsHooks = defineHooks(payments, {
  foresee: { approve: foreseeApproval },
  actions: {
    approve: async ({ tx, id, row }) => {
      const inscription = row.inscriptionid && (await readStored(tx, inscriptions, row.inscriptionid, { lock: true }));
      if (!inscription) throw conflict('ALREADY_EXISTS');
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
  },
});
