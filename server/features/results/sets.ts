import { result_sets, type ResultSet } from '@/resources/result_sets/result_sets';
import { send } from '../../jobs/store';
import { createServerRow } from '../../api/write/serverRow';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, notFound } from '../../kernel/DomainError';
import { execute, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(result_sets);

/** The set of a distance that counts; withdrawn ones do not. */
export const presentSet = (
  tx: Transaction,
  distanceid: number,
): Promise<{ readonly result_setid: number; readonly status: string } | undefined> =>
  selectOne(
    tx,
    { result_setid: s.result_setid, status: s.status },
    sql`from ${s} where ${s.distanceid} = ${distanceid} and ${s.status} <> 'withdrawn' and ${s.deleted_at} is null`,
  );

/** Official results are opened again before anything of them changes. */
const judgeOpen = ({ status }: { readonly status: string }, path: string): void => {
  if (status === 'official' || status === 'withdrawn') throw conflict('RESULTS_FIXED', [{ path, code: 'RESULTS_FIXED' }]);
};

/** The set that takes results of a distance: the one that is there while it may change, or a new draft. */
export const setFor = async (
  tx: Transaction,
  place: { readonly eventid: number | null; readonly distanceid: number },
  source: ResultSet['source'],
): Promise<number> => {
  const known = await presentSet(tx, place.distanceid);
  if (known) {
    judgeOpen(known, 'distanceid');
    return known.result_setid;
  }
  return createServerRow(tx, result_sets, { ...place, revision: 1, status: 'draft', source });
};

/** A set whose results may change, locked. */
export const openSet = async (tx: Transaction, id: number, path = 'status'): Promise<ResultSet> => {
  const set = await readStored(tx, result_sets, id, { lock: true });
  if (!set) throw notFound();
  judgeOpen(set, path);
  return set;
};

/** Has the server match, rank and check a set again. It continues until it has done so after the last change. */
export const touchSet = (tx: Transaction, result_setid: number): Promise<void> =>
  tx.asOwner(async () => {
    await execute(
      tx,
      sql`update ${s} set ${s.touched} = ${s.touched} + 1, ${s.stage} = coalesce(${s.stage}, 'match') where ${s.result_setid} = ${result_setid}`,
    );
    await send(tx, { queue: 'results', key: String(result_setid), data: { result_setid } });
  });
