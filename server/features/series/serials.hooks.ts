import { serials } from '@/resources/serials/serials';
import { defineHooks } from '../../kernel/defineHooks';
import { askStandings } from './askStandings';

/** Another rule or another event is another ranking. */
const rules = ['points_table', 'points_after', 'boards', 'team_size', 'best_n', 'min_events', 'events'] as const;

/** The server's rules for a serial: its standings follow its rules. */
export const serialsHooks = defineHooks(serials, {
  beforeWrite: async ({ before, values }) => {
    if (before && rules.some((name) => name in values)) values.ranking_asked_at = new Date().toISOString();
  },
  actions: {
    compute: ({ tx, id }) => askStandings(tx, id),
  },
});
