import { gateway_settlements } from '@/resources/gateway_settlements/gateway_settlements';
import { today } from '../../kernel/dayOf';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { gatewayNameOf } from './gatewayName';
import { nameOf } from './readSettlements';

/** The server's rules for what the gateway settled: a job reads it. */
export const gatewaySettlementsHooks = defineHooks(gateway_settlements, {
  takes: ['gateway_settlement_lines.gateway_settlementid'],
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb !== 'create') return;
    const provider = gatewayNameOf(tx);
    if (provider === null) throw conflict('NO_SERVICE');
    const day = values.day ?? '';
    if (await exists(tx, sql`from (select 1) x where ${day}::date > ${today}`)) throw invalid([problemAt('day', 'DAY_NOT_OVER')]);
    values.provider = provider;
    values.name = nameOf(provider, day);
  },
  actions: {
    // A former gateway settles nothing any more: its files are uploaded.
    ask_again: async ({ tx, row }) => {
      if (row.provider !== gatewayNameOf(tx)) throw conflict('NO_SERVICE');
    },
  },
});
