import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import { updateRow } from '../../api/write/columns';
import { judgeJoining } from './joining';
import { offeredUntil, registerWaiting } from './offers';

/** What happens around a waiting list that only the server knows. */
export const waitlistEntriesHooks = defineHooks(waitlist_entries, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb !== 'create') return;
    const { first_name, last_name, second_last_name, email, phone } = await judgeJoining(tx, values);
    Object.assign(values, { first_name, last_name, second_last_name, email, phone });
  },
  arrange: {
    offer: async ({ tx, ids }) =>
      (
        await tx.run('select waitlist_entryid from waitlist_entries where waitlist_entryid = any($1) order by created, waitlist_entryid', [
          ids,
        ])
      ).map(([id]) => Number(id)),
  },
  actions: {
    offer: async ({ tx, id, row }) => {
      const until = await offeredUntil(tx, row.distanceid);
      if (!until) throw conflict('OFFERS_CLOSED', [{ path: 'distanceid', code: 'OFFERS_CLOSED' }]);
      await updateRow(tx, waitlist_entries, id, await registerWaiting(tx, row, until));
    },
  },
});
