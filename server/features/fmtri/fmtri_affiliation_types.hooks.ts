import { fmtri_affiliation_types } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';

/** The fields that affiliations copied when they were requested. */
const copied = ['audience', 'validity', 'months', 'season', 'eventid'] as const;

/** Fields of a type that cannot change once somebody has an affiliation of it. Its prices apply to later ones. */
export const fmtriAffiliationTypesHooks = defineHooks(fmtri_affiliation_types, {
  beforeWrite: async ({ verb, before, values }) => {
    if (verb !== 'edit' || !before || Number(before['affiliations_count']) === 0) return;
    const [changed] = copied.filter((name) => values[name] !== undefined && (values[name] ?? null) !== (before[name] ?? null));
    if (changed) throw conflict('AFFILIATION_TYPE_IN_USE', [{ path: changed, code: 'AFFILIATION_TYPE_IN_USE' }]);
  },
});
