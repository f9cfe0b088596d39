import { results } from '@/resources/results/results';
import { updateAudited } from '../../api/write/audited';
import { conflict } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { together, type Group } from '../../kernel/group';
import { sql } from '../../kernel/sql';
import type { Result } from '@/resources/results/results';
import { changeResult } from './changeResult';
import { issueCertificates } from '../certificates/issueCertificates';
import { resultImports } from './importedResult';
import { isFixed } from './isFixed';
import { sendResults } from './sendResults';
import { touchSet } from './sets';

/** Changes nothing but what is known of some results, and has their sets computed again. */
const settle = async (group: Group<Result>, values: Partial<Pick<Result, 'matched_by' | 'inscriptionid' | 'check'>>): Promise<void> => {
  const { tx } = group;
  const fixed = await isFixed(
    tx,
    group.members().map(({ row }) => row.result_setid),
  );
  group.refuseWhere(({ result_setid }) => (fixed.has(result_setid) ? conflict('RESULTS_FIXED') : null));
  const ids = group.members().map(({ id }) => id);
  if (ids.length === 0) return;
  await updateAudited(tx, results, (row) => sql`${row.resultid} = any(${ids}::bigint[])`, values);
  for (const id of new Set(group.members().map(({ row }) => row.result_setid))) await touchSet(tx, id);
};

/** The server's rules for a result. */
export const resultsHooks = defineHooks(results, {
  imports: resultImports,
  actions: {
    match: ({ tx, id, input: { inscriptionid } }) =>
      changeResult(tx, id, { inscriptionid, matched_by: 'manual' }, { kind: 'correction', reason: null }),
    keep_unregistered: together((group) => settle(group, { matched_by: 'unregistered', inscriptionid: null })),
    correct: ({ tx, id, input: { reason, ...values } }) => changeResult(tx, id, values, { kind: 'correction', reason }),
    set_status: ({ tx, id, input: { status, reason } }) => changeResult(tx, id, { status }, { kind: 'correction', reason }),
    disqualify: ({ tx, id, input: { reason } }) => changeResult(tx, id, { status: 'DQ' }, { kind: 'correction', reason }),
    issue_certificate: together(issueCertificates),
    send_result: together(sendResults),
    accept_problems: together((group) => settle(group, { check: 'accepted' })),
  },
});
