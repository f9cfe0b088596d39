import { distances } from '@/resources/distances/distances';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';

const soldSql = 'select distinct price_tierid from inscriptions where distanceid = $1 and price_tierid is not null and deleted_at is null';
const fixed = ['price_cents', 'service_fee_cents', 'fee_payer'] as const;

/** What happens around a distance that only the server knows: what somebody paid is never rewritten. */
export const distancesHooks = defineHooks(distances, {
  beforeWrite: async ({ tx, before, values }) => {
    const stored = (before?.['price_tiers'] ?? []) as readonly Row[],
      sent = values['price_tiers'] as readonly Row[] | null | undefined;
    if (!sent || stored.length === 0) return;
    const sold = new Set((await tx.run(soldSql, [before!['distanceid']])).map(([id]) => Number(id)));
    for (const tier of stored.filter(({ price_tierid }) => sold.has(Number(price_tierid)))) {
      const at = sent.findIndex(({ price_tierid }) => price_tierid === tier['price_tierid']);
      if (at < 0)
        throw conflict('SOLD_TIER', [{ path: 'price_tiers', code: 'SOLD_TIER', params: { name: tier['name'] } }], {
          name: tier['name'],
        });
      const field = fixed.find((name) => sent[at]![name] !== undefined && sent[at]![name] !== tier[name]);
      if (field)
        throw conflict('SOLD_TIER', [{ path: `price_tiers.${at}.${field}`, code: 'SOLD_TIER', params: { name: tier['name'] } }], {
          name: tier['name'],
        });
    }
  },
});
