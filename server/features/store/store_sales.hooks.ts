import { store_sales } from '@/resources/store_sales/store_sales';
import { defineHooks } from '../../kernel/defineHooks';
import { judgePickup } from './judgePickup';
import { readBought } from './readBought';
import { refundSale } from '../registration/store/refundSale';
import { askSalePayment, endSale, paySale, sell } from '../registration/store/sell';

/** The server's rules for what the store sells at events. */
export const storeSalesHooks = defineHooks(store_sales, {
  actions: {
    sell: ({ tx, input }) => sell(tx, input),
    bought: ({ tx, input }) => readBought(tx, input.inscriptionid),
    pay: ({ tx, row, input }) => paySale(tx, row, { method: input.method ?? 'cash', reference: input.reference }),
    ask_payment: ({ tx, row, input }) => askSalePayment(tx, row, { method: input.method ?? 'card' }),
    pick_up: ({ tx, row }) => judgePickup(tx, row.organizationid ?? null),
    cancel: ({ tx, id, input }) => endSale(tx, id, { ended_by: 'requested', reason: input.reason }),
    refund: ({ tx, row, input }) =>
      refundSale(tx, row, { lines: input.lines, goods: input.goods ?? 'returned', to: input.to ?? 'origin', reason: input.reason }),
  },
});
