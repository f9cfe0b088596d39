import { user_merges } from '@/resources/user_merges/user_merges';
import { defineHooks } from '../../kernel/defineHooks';
import { mergeAthletes } from './mergeAthletes';
import { compareAccounts } from './mergeFacts';
import { revertMerge } from './revertMerge';

/** The server's rules for two accounts of one person. */
export const userMergesHooks = defineHooks(user_merges, {
  actions: {
    compare: ({ tx, row }) => compareAccounts(tx, row),
    merge: ({ tx, row, input }) => mergeAthletes(tx, row, input),
    merge_certain: ({ tx, row, input }) => mergeAthletes(tx, row, input),
    revert: ({ tx, row, input: { reason } }) => revertMerge(tx, row, reason),
  },
});
