import { tshirt_movements } from '@/resources/tshirt_movements/tshirt_movements';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import { appendRow } from '../../api/write/columns';

/** Received shirts and corrections of the count; each is a row of the ledger. */
export const tshirtStockHooks = defineHooks(tshirt_stock, {
  actions: {
    receive: ({ tx, id, input }) =>
      appendRow(tx, tshirt_movements, {
        tshirt_stockid: id,
        type: 'receive',
        qty: input.qty,
        received_change: input.qty,
        reason: input.reason ?? null,
      }),
    adjust: async ({ tx, id, row, input }) => {
      const change = input.kind === 'loss' ? -Math.abs(input.qty) : input.qty;
      if (change === 0) throw invalid([{ path: 'input.qty', code: 'REQUIRED' }]);
      if (!row.oversell && Number(row.available) + change < 0)
        throw conflict('STOCK_BELOW_ZERO', [{ path: 'input.qty', code: 'STOCK_BELOW_ZERO' }]);
      await appendRow(tx, tshirt_movements, {
        tshirt_stockid: id,
        type: input.kind ?? 'adjust',
        qty: Math.abs(change),
        adjusted_change: change,
        reason: input.reason,
      });
    },
  },
});
