import type { ErrorCode } from '@/schema/errorCodes';
import { events, openStates, type Event } from '@/resources/events/events';
import { defineHooks, type Draft } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { cancelEvent, reopenEvent } from './cancelEvent';
import { createSample } from './createSample';
import { duplicateEvent } from './duplicateEvent';
import { postponeEvent } from './postponeEvent';
import { readOverview } from './readOverview';
import { readPace } from './readPace';
import { judgePublishing } from './publishing';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events);
const open: ReadonlySet<unknown> = new Set(openStates);
/** Whether the event is public now, or was before. */
const wasPublic = (row: Event | null): boolean => row !== null && (row.published_at != null || open.has(row.status));
/** Whether a write makes the event public: from hidden, or back on sale. */
const opens = (before: Event | null, status: unknown): boolean => {
  const shown = open.has(before?.status) || (before?.status === 'archived' && wasPublic(before) && status === 'finished');
  return open.has(status) && status !== before?.status && (status === 'published' || !shown);
};
/** The edition for comparison must be an earlier one. */
const judgePrevious = async (tx: Transaction, { previous_eventid, start_at }: Draft<typeof events>): Promise<ErrorCode | undefined> => {
  if (previous_eventid == null) return undefined;
  const isLater = await exists(
    tx,
    sql`from ${e} where ${e.eventid} = ${previous_eventid} and ${e.start_at} >= ${start_at ?? null}::timestamptz`,
  );
  return isLater ? 'PREVIOUS_NOT_EARLIER' : undefined;
};
const now = (): string => new Date().toISOString();

/** The server's rules for an event. */
export const eventsHooks = defineHooks(events, {
  fields: {
    slug: {
      validate: async ({ before, changes }) => {
        if (changes('slug') && wasPublic(before)) throw conflict('SLUG_PUBLISHED', [{ path: 'slug', code: 'SLUG_PUBLISHED' }]);
        return undefined;
      },
    },
    previous_eventid: { follows: ['start_at'], validate: ({ tx, record }) => judgePrevious(tx, record) },
    status: {
      validate: async ({ tx, value, before, record }) => {
        // Its registrations are closed: only the action brings them back with it, from the archive neither.
        const isOff = before !== null && (before.status === 'cancelled' || (before.status === 'archived' && before.cancelled_at !== null));
        if (isOff && ![undefined, before.status, 'archived'].includes(value))
          throw conflict('EVENT_CANCELLED', [{ path: 'status', code: 'EVENT_CANCELLED' }]);
        if (opens(before, value)) await judgePublishing(tx, { ...record });
        return undefined;
      },
    },
    published_at: {
      follows: ['status'],
      beforeWrite: ({ before, record }) => (opens(before, record.status) && before?.published_at == null ? now() : undefined),
    },
  },
  actions: {
    publish: async ({ tx, id, row }) => {
      await judgePublishing(tx, row);
      await updateRow(tx, events, id, { status: 'published', published_at: row.published_at ?? now() });
    },
    cancel: ({ tx, row, input }) => cancelEvent(tx, row, input.refund ?? 'policy'),
    reopen: ({ tx, row }) => reopenEvent(tx, row),
    postpone: ({ tx, row, input }) => postponeEvent(tx, row, input.new_start_at ?? null),
    duplicate: ({ tx, row }) => duplicateEvent(tx, row),
    create_sample: ({ tx }): Promise<{ readonly eventid: number }> => createSample(tx, eventsHooks),
    pace: ({ tx, row }) => readPace(tx, row),
    overview: ({ tx, row }) => readOverview(tx, row),
  },
});
