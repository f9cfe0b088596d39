import { events, openStates } from '@/resources/events/events';
import { defineHooks, type Draft } from '../../kernel/defineHooks';
import { conflict, invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { duplicateEvent } from './duplicateEvent';
import { readPace } from './readPace';
import { judgePublishing } from './publishing';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events);
const open: ReadonlySet<unknown> = new Set(openStates);
/** Whether the public knows the event, or once did. */
const wasPublic = (row: Row | null): boolean => row !== null && (row['published_at'] != null || open.has(row['status']));
/** Whether a write brings the event before the public: from where it was hidden, or back on sale. */
const opens = (before: Row | null, status: unknown): boolean => {
  const shown = open.has(before?.['status']) || (before?.['status'] === 'archived' && wasPublic(before) && status === 'finished');
  return open.has(status) && status !== before?.['status'] && (status === 'published' || !shown);
};
/** What is compared with an edition was held before it. */
const judgePrevious = async (tx: Transaction, { previous_eventid, start_at }: Draft<typeof events>): Promise<void> => {
  if (previous_eventid == null) return;
  const isLater = await exists(
    tx,
    sql`from ${e} where ${e.eventid} = ${previous_eventid} and ${e.start_at} >= ${start_at ?? null}::timestamptz`,
  );
  if (isLater) throw invalid([{ path: 'previous_eventid', code: 'PREVIOUS_NOT_EARLIER' }]);
};
const now = (): string => new Date().toISOString();

/** What happens around an event that only the server knows. */
export const eventsHooks = defineHooks(events, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    if (wasPublic(before) && values['slug'] !== undefined && values['slug'] !== before?.['slug'])
      throw conflict('SLUG_PUBLISHED', [{ path: 'slug', code: 'SLUG_PUBLISHED' }]);
    if (values['previous_eventid'] !== undefined || values['start_at'] !== undefined) await judgePrevious(tx, { ...before, ...values });
    if (before?.['status'] === 'cancelled' && values.status !== undefined && !['cancelled', 'archived'].includes(values.status))
      throw conflict('EVENT_CANCELLED', [{ path: 'status', code: 'EVENT_CANCELLED' }]);
    if (!opens(before, values['status'])) return;
    await judgePublishing(tx, { ...before, ...values });
    if (before?.['published_at'] == null) values['published_at'] = now();
  },
  actions: {
    publish: async ({ tx, id, row }) => {
      await judgePublishing(tx, row);
      await updateRow(tx, events, id, { status: 'published', published_at: row.published_at ?? now() });
    },
    duplicate: ({ tx, row }) => duplicateEvent(tx, row),
    pace: ({ tx, row }) => readPace(tx, row),
  },
});
