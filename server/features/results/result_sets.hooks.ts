import { result_sets, type ResultSet } from '@/resources/result_sets/result_sets';
import { events } from '@/resources/events/events';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import { defineHooks } from '../../kernel/defineHooks';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { askStandingsOf } from '../series/askStandings';
import { addMissing } from './missing';
import { readWork } from './readWork';
import { presentSet, touchSet } from './sets';
import { addVersion, isPublished } from './versions';

const e = columnsOf(events);
const dayMs = 86_400_000;

/** Until when athletes of an event may claim after results were published. */
const claimUntil = async (tx: Transaction, eventid: number, from: number): Promise<string> => {
  const [days = 0] = await selectAll(tx, e.results_claim_days, sql`from ${e} where ${e.eventid} = ${eventid}`);
  return new Date(from + (days ?? 0) * dayMs).toISOString();
};

const judgeReady = (set: ResultSet): void => {
  if (set.results_count === 0) throw conflict('RESULTS_EMPTY');
  if (set.stage !== null) throw conflict('RESULTS_AT_WORK');
};

const publish = async (tx: Transaction, set: ResultSet): Promise<void> => {
  judgeReady(set);
  if (set.status === 'withdrawn' && (await presentSet(tx, set.distanceid))) throw conflict('RESULTS_THERE');
  const now = Date.now();
  await updateRow(tx, result_sets, set.result_setid, {
    status: 'provisional',
    published_at: new Date(now).toISOString(),
    claim_until: await claimUntil(tx, set.eventid, now),
    reason: null,
  });
  await addVersion(tx, set, { kind: 'provisional' });
};

/** Official results are whole: everybody is found, every problem was looked at, and no claim waits. */
const makeOfficial = async (tx: Transaction, set: ResultSet, early_reason: string | null | undefined): Promise<void> => {
  judgeReady(set);
  if (set.unmatched_count > 0) throw conflict('RESULTS_UNMATCHED', [], { count: set.unmatched_count });
  if (set.problems_count > 0) throw conflict('RESULTS_UNCHECKED', [], { count: set.problems_count });
  if (set.open_claims_count > 0) throw conflict('RESULTS_CLAIMS_OPEN', [], { count: set.open_claims_count });
  if (set.claim_until && Date.parse(set.claim_until) > Date.now() && !early_reason)
    throw invalid([problemAt('input.early_reason', 'CLAIMS_STILL_POSSIBLE')]);
  await updateRow(tx, result_sets, set.result_setid, { status: 'official', reason: early_reason ?? null });
  await addVersion(tx, set, { kind: 'official', reason: early_reason });
  await askStandingsOf(tx, set.eventid);
};

/** The server's rules for a set of results. */
export const resultSetsHooks = defineHooks(result_sets, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'create' && values.distanceid && (await presentSet(tx, values.distanceid)))
      throw conflict('RESULTS_THERE', [problemAt('distanceid', 'RESULTS_THERE')]);
    if (verb === 'delete' && before && isPublished(before)) throw conflict('RESULTS_FIXED');
  },
  afterWrite: async ({ tx, verb, id, before }) => {
    if (verb === 'edit' && before && before.results_count > 0) await touchSet(tx, id);
  },
  actions: {
    work: ({ tx, row }) => readWork(tx, row),
    recalculate: ({ tx, id }) => touchSet(tx, id),
    add_missing: ({ tx, row, input: { status } }) => addMissing(tx, row, status ?? 'DNS'),
    publish: ({ tx, row }) => publish(tx, row),
    make_official: ({ tx, row, input: { early_reason } }) => makeOfficial(tx, row, early_reason),
    reopen: async ({ tx, id, row, input: { reason } }) => {
      await updateRow(tx, result_sets, id, { status: 'provisional', reason });
      await addVersion(tx, row, { kind: 'reopened', reason });
      await askStandingsOf(tx, row.eventid);
    },
    withdraw: async ({ tx, id, row, input: { reason } }) => {
      await updateRow(tx, result_sets, id, { status: 'withdrawn', reason });
      if (isPublished(row)) await addVersion(tx, row, { kind: 'withdrawn', reason });
      if (row.status === 'official') await askStandingsOf(tx, row.eventid);
    },
  },
});
