import { events } from '@/resources/events/events';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import type { Transaction } from '../api/transaction';

const pricedSql = `select 1 from distances d join price_tiers p on p.distanceid = d.distanceid and p.active and p.deleted_at is null where d.eventid = $1 and d.deleted_at is null limit 1`;
const isOpen = (row: Row | null): boolean => row !== null && row['published_at'] != null;

const judgePublishing = async (tx: Transaction, before: Row | null, values: Record<string, unknown>): Promise<void> => {
  if (values['status'] !== 'published' || before?.['status'] === 'published') return;
  const priced = before ? await tx.run(pricedSql, [before['eventid']]) : [];
  if (priced.length === 0) throw conflict('errors.publishNeedsPrice', [{ path: 'status', message: 'errors.publishNeedsPrice' }]);
  if (!isOpen(before)) values['published_at'] = new Date().toISOString();
};

/** What happens around an event that only the server knows. */
export const eventsHooks = defineHooks(events, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    if (isOpen(before) && values['slug'] !== undefined && values['slug'] !== before?.['slug']) throw conflict('errors.slugPublished', [{ path: 'slug', message: 'errors.slugPublished' }]);
    await judgePublishing(tx, before, values);
  },
});
