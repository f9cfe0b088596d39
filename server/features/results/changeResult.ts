import { results, type Result } from '@/resources/results/results';
import { readStored } from '../../api/list/stored';
import { editServerRow } from '../../api/write/serverRow';
import { conflict, notFound } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { openSet, touchSet } from './sets';
import { noteChange, plainValue, type ResultChange } from './versions';

/** Values that are the same as far as people are concerned. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What a status brings along: who did not finish has no place, and only a disqualification has its reason. */
const withStatus = (before: Result, changes: Row, reason: string | null): Row => {
  const status = changes['status'] ?? before.status;
  if (status === before.status) return changes;
  const places = status === 'finished' ? {} : { place_overall: null, place_gender: null, place_category: null };
  return { ...changes, ...places, dq_reason: status === 'DQ' ? reason : null };
};

/** What one result changes from and to, for a version. */
const changesIn = (before: Result, changes: Row): readonly ResultChange[] => {
  const was: Row = { ...before };
  return Object.entries(changes)
    .filter(([field, after]) => !same(was[field], after))
    .map(([field, after]) => ({
      resultid: before.resultid,
      number: before.number,
      name: before.name.slice(0, 400),
      field,
      before: plainValue(was[field]),
      after: plainValue(after),
      place_before: before.place_overall,
      place_after: null,
    }));
};

interface Why {
  readonly kind: 'correction' | 'claim';
  /** Null for what needs none, such as saying whose a result is. */
  readonly reason: string | null;
}
/** Changes a result by hand: the reason stays with it, a published set gets a version, and the places are computed again. */
export const changeResult = async (tx: Transaction, id: number, given: Row, { kind, reason }: Why): Promise<void> => {
  const before = await readStored(tx, results, id, { lock: true });
  if (!before) throw notFound();
  const set = await openSet(tx, before.result_setid);
  const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const changed = changesIn(before, wanted);
  if (changed.length === 0) throw conflict('UNCHANGED');
  const values = withStatus(before, Object.fromEntries(changed.map(({ field }) => [field, wanted[field]])), reason);
  await editServerRow(tx, results, before, { ...values, ...(reason !== null && { edited_by_userid: tx.userid, edit_reason: reason }) });
  await noteChange(tx, set, { kind, reason, changes: changed });
  await touchSet(tx, before.result_setid);
};
