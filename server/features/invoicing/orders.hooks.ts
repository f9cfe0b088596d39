import { isRfc } from '@/domain/invoicing/rfc';
import { fitsRegime, fitsUse } from '@/domain/invoicing/taxCatalogues';
import { orders } from '@/resources/orders/orders';
import { canSee } from '@/schema/project/access';
import { defineHooks } from '../../kernel/defineHooks';
import { forbidden, invalid } from '../../kernel/DomainError';

/** The server's rules for the invoice of an order. */
export const ordersHooks = defineHooks(orders, {
  actions: {
    ask_invoice: async ({ tx, input: { rfc, regime, use } }) => {
      if (!canSee(tx.grants, orders.fields.invoice_rfc)) throw forbidden([{ path: 'input.rfc', code: 'READ_ONLY' }]);
      if (!isRfc(rfc)) throw invalid([{ path: 'input.rfc', code: 'RFC_INVALID' }]);
      if (!fitsRegime(rfc, regime)) throw invalid([{ path: 'input.regime', code: 'REGIME_OTHER_TAXPAYER' }]);
      if (!fitsUse(rfc, regime, use)) throw invalid([{ path: 'input.use', code: 'INVOICE_USE_OTHER_TAXPAYER' }]);
    },
  },
});
