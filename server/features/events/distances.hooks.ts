import { distances } from '@/resources/distances/distances';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const i = columnsOf(inscriptions);
const fixed = ['price_cents', 'service_fee_cents', 'fee_payer'] as const;

/** The server's rules for a distance: a price that somebody paid never changes. */
export const distancesHooks = defineHooks(distances, {
  beforeWrite: async ({ tx, before, values }) => {
    const stored = before?.price_tiers ?? [],
      sent = values.price_tiers;
    if (!sent || !before || stored.length === 0) return;
    const sold: ReadonlySet<unknown> = new Set(
      await selectAll(
        tx,
        value<number>(sql`distinct ${i.price_tierid}`),
        sql`from ${i} where ${i.distanceid} = ${before.distanceid} and ${i.price_tierid} is not null and ${i.deleted_at} is null`,
      ),
    );
    for (const tier of stored.filter(({ price_tierid }) => sold.has(price_tierid))) {
      const at = sent.findIndex(({ price_tierid }) => price_tierid === tier['price_tierid']);
      if (at < 0)
        throw conflict('SOLD_TIER', [{ path: 'price_tiers', code: 'SOLD_TIER', params: { name: tier['name'] } }], {
          name: tier['name'],
        });
      const field = fixed.find((name) => sent[at]?.[name] !== undefined && sent[at][name] !== tier[name]);
      if (field)
        throw conflict('SOLD_TIER', [{ path: `price_tiers.${at}.${field}`, code: 'SOLD_TIER', params: { name: tier['name'] } }], {
          name: tier['name'],
        });
    }
  },
});
