import { gateway_settlement_lines, type GatewaySettlementLine } from '@/resources/gateway_settlement_lines/gateway_settlement_lines';
import { payments } from '@/resources/payments/payments';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, notFound } from '../../kernel/DomainError';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { settleCharge } from '../registration/settleCharge';
import { finishRefund } from '../registration/settleRefund';
import { refreshDays, settlePayments } from './applySettlement';

const l = columnsOf(gateway_settlement_lines, 'l');
type Line = GatewaySettlementLine;

/** What follows for the payment and for the day. Works as the owner, since payments belong to organizations and settlements to the platform. */
const follow = (tx: Transaction, { gateway_settlement_lineid, gateway_settlementid }: Line): Promise<void> =>
  tx.asOwner(async () => {
    await settlePayments(tx, sql`${l.gateway_settlement_lineid} = ${gateway_settlement_lineid}`);
    await refreshDays(tx, [gateway_settlementid]);
  });

/** Money that the gateway moved and nobody reported here goes the way of a report. */
const register = (tx: Transaction, line: Line): Promise<void> =>
  tx.asOwner(async () => {
    const payment = line.paymentid === null ? null : await readStored(tx, payments, line.paymentid);
    if (!payment) throw notFound();
    if (payment.amount_cents !== line.amount_cents || (payment.currency ?? 'MXN') !== line.currency) throw conflict('AMOUNT_DIFFERS');
    if (line.type === 'charge') await settleCharge(tx, payment.paymentid, line.provider_ref);
    else if (!(await finishRefund(tx, payment.paymentid, line.provider_ref))) throw conflict('REFUND_ELSEWHERE');
  });

/** The server's rules for a line of a settlement. */
export const gatewaySettlementLinesHooks = defineHooks(gateway_settlement_lines, {
  actions: {
    register: async ({ tx, row }) => {
      await register(tx, row);
      await follow(tx, row);
    },
    solve: ({ tx, row }) => follow(tx, row),
    reopen: async ({ tx, row }) => {
      await tx.asOwner(() =>
        updateAudited(
          tx,
          payments,
          (payment) => sql`${payment.paymentid} = ${row.paymentid} and ${payment.settled_at} = ${row.happened_at}`,
          {
            settled_at: null,
            provider_fee_cents: row.here_fee_cents ?? 0,
          },
        ),
      );
      await tx.asOwner(() => refreshDays(tx, [row.gateway_settlementid]));
    },
  },
});
