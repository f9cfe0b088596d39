import { bibs } from '@/resources/bibs/bibs';
import { defineHooks } from '../../kernel/defineHooks';
import { updateRow } from '../../api/write/columns';

/** What happens to bibs that nobody wears. */
export const bibsHooks = defineHooks(bibs, {
  actions: {
    set_aside: ({ tx, id, input }) => updateRow(tx, bibs, id, { state: input.state, reason: input.reason }),
    set_free: ({ tx, id }) => updateRow(tx, bibs, id, { state: 'free', reason: null }),
  },
});
