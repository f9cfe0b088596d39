import { events } from '@/resources/events/events';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import { updateRow } from '../api/write/columns';
import { duplicateEvent } from './duplicateEvent';
import { judgePublishing } from './publishing';

const isOpen = (row: Row | null): boolean => row !== null && row['published_at'] != null;
const now = (): string => new Date().toISOString();

/** What happens around an event that only the server knows. */
export const eventsHooks = defineHooks(events, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    if (isOpen(before) && values['slug'] !== undefined && values['slug'] !== before?.['slug']) throw conflict('errors.slugPublished', [{ path: 'slug', message: 'errors.slugPublished' }]);
    if (values['status'] !== 'published' || before?.['status'] === 'published') return;
    await judgePublishing(tx, { ...before, ...values });
    if (!isOpen(before)) values['published_at'] = now();
  },
  actions: {
    publish: async ({ tx, id, row }) => {
      await judgePublishing(tx, row);
      await updateRow(tx, events, id, { status: 'published', published_at: row.published_at ?? now() });
    },
    duplicate: ({ tx, row }) => duplicateEvent(tx, row),
  },
});
