import { external_settlements } from '@/resources/external_settlements/external_settlements';
import { defineHooks } from '../../kernel/defineHooks';
import { forbidden } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { collect, releaseSales } from './settlements';
import { statement } from './statement';

/** A settlement is about all events of an organization: somebody who has only some of them makes none. */
const judgeScope = ({ grants }: Transaction): void => {
  if (grants.event_scope === 'selected') throw forbidden();
};

/** The server's rules for what a partner owes. */
export const externalSettlementsHooks = defineHooks(external_settlements, {
  takes: ['external_inscriptions.external_settlementid', 'external_inscriptions.deduction_external_settlementid'],
  beforeWrite: async ({ tx, verb, before }) => {
    judgeScope(tx);
    if (verb === 'delete' && before) await releaseSales(tx, before.external_settlementid);
  },
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await collect(tx, id);
  },
  actions: {
    collect: async ({ tx, id }) => {
      judgeScope(tx);
      await collect(tx, id);
    },
    close: async ({ tx }) => judgeScope(tx),
    pay: async ({ tx }) => judgeScope(tx),
    statement: ({ tx, row }) => {
      judgeScope(tx);
      return statement(tx, row);
    },
  },
});
