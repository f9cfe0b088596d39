import { store_variants } from '@/resources/store_variants/store_variants';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import { moveStock } from '../registration/store/moveStock';

/** Received pieces and corrections of the count; each is a row of the ledger. */
export const storeVariantsHooks = defineHooks(store_variants, {
  actions: {
    receive: ({ tx, id, input }) => moveStock(tx, [{ variantid: id, type: 'receive', qty: input.qty, reason: input.reason }]),
    adjust: async ({ tx, id, input }) => {
      if (input.qty === 0) throw invalid([{ path: 'input.qty', code: 'REQUIRED' }]);
      const isLoss = input.kind === 'loss';
      await moveStock(tx, [
        { variantid: id, type: isLoss ? 'loss' : 'adjust', qty: isLoss ? Math.abs(input.qty) : input.qty, reason: input.reason },
      ]);
    },
  },
});
