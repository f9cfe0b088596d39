import { asenters } from '@/resources/asenters/asenters';
import { defineHooks } from '../../kernel/defineHooks';
import { passPoint } from './passPoint';
import { preparePoint, watchPoint } from './readPoint';

/** The server's rules for an access point: who passes, and what its devices have to know. */
export const asentersHooks = defineHooks(asenters, {
  actions: {
    scan: ({ tx, row, input }) => passPoint(tx, row, input),
    force: ({ tx, row, input: { reason, ...input } }) => passPoint(tx, row, input, reason),
    prepare: ({ tx, row, input }) => preparePoint(tx, row, input),
    watch: ({ tx, row }) => watchPoint(tx, row),
  },
});
