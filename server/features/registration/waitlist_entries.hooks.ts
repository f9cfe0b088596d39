import { waitlist_entries } from '@/resources/waitlist_entries/waitlist_entries';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import { updateRow } from '../../api/write/columns';
import { foreseeOffers } from './foresee/offers';
import { judgeJoining } from './joining';
import { offeredUntil, registerWaiting } from './offers';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const w = columnsOf(waitlist_entries);
/** The server's rules for a waiting list. */
export const waitlistEntriesHooks = defineHooks(waitlist_entries, {
  beforeWrite: async ({ tx, verb, values }) => {
    const { eventid, distanceid, web_userid } = values;
    if (verb !== 'create' || eventid == null || distanceid == null || web_userid == null) return;
    const { first_name, last_name, second_last_name, email, phone } = await judgeJoining(tx, { eventid, distanceid, web_userid });
    Object.assign(values, { first_name, last_name, second_last_name, email, phone });
  },
  arrange: {
    offer: ({ tx, ids }) =>
      selectAll(
        tx,
        w.waitlist_entryid,
        sql`from ${w} where ${w.waitlist_entryid} = any(${ids}::bigint[]) order by ${w.created}, ${w.waitlist_entryid}`,
      ),
  },
  foresee: { offer: foreseeOffers },
  actions: {
    offer: async ({ tx, id, row }) => {
      const until = await offeredUntil(tx, row.distanceid);
      if (!until) throw conflict('OFFERS_CLOSED', [{ path: 'distanceid', code: 'OFFERS_CLOSED' }]);
      await updateRow(tx, waitlist_entries, id, await registerWaiting(tx, row, until));
    },
  },
});
