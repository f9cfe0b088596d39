import { user_merges } from '@/resources/user_merges/user_merges';
import { defineHooks } from '../../kernel/defineHooks';
import { updateRow } from '../../api/write/columns';

/** What is decided about two athletes who seem to be one. */
export const userMergesHooks = defineHooks(user_merges, {
  actions: {
    dismiss: ({ tx, id, input }) =>
      updateRow(tx, user_merges, id, {
        status: 'dismissed',
        reason: input.reason,
        performed_by_userid: tx.userid,
        performed_at: new Date().toISOString(),
      }),
  },
});
