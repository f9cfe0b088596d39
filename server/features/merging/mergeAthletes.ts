import { movedWith, undoHours, type Side } from '@/domain/merging';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { user_merges, type UserMerge } from '@/resources/user_merges/user_merges';
import { web_users, type WebUser } from '@/resources/web_users/web_users';
import { must } from '@/schema/must';
import { isOneOf, isParts } from '@/schema/unknown';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid, problemAt } from '../../kernel/DomainError';
import { execute, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { addLogs } from '../log/log';
import { askStandingsWith } from '../series/askStandings';
import { advance } from '../registration/advance';
import { moveWallet } from '../wallets/wallets';
import { lockAccounts, readMergeFacts, type Account } from './mergeFacts';
import { moveRows } from './moveRows';
import { endSecondPlaces, type EndedPlace } from './secondPlaces';

const i = columnsOf(inscriptions);
const m = columnsOf(user_merges);
const hourMs = 3_600_000;

/** What a merge did, so that it can be taken back. */
export interface MergeUndo {
  readonly moved: Readonly<Record<string, readonly number[]>>;
  /** Values that the account that stays got, with its former ones. */
  readonly survivor: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
  readonly loser: { readonly status: string; readonly curp: string | null };
  readonly wallet_cents: number;
  readonly merged: readonly number[];
  /** Places of waiting lists that ended because one person waits once. */
  readonly places: readonly EndedPlace[];
}

/** The log of a registration says that its athlete is another account now. */
export const logMoved = async (tx: Transaction, ids: readonly number[], from: number, to: number, reason: string): Promise<void> => {
  const events = await selectAll(
    tx,
    value<{ readonly inscriptionid: number; readonly eventid: number }>(
      sql`jsonb_build_object('inscriptionid', ${i.inscriptionid}, 'eventid', ${i.eventid})`,
    ),
    sql`from ${i} where ${i.inscriptionid} = any(${ids}::bigint[]) order by 1`,
  );
  await addLogs(
    tx,
    events.map((row) => [
      row,
      { status: 'data_updated', changes: [{ field: 'web_userid', old: from, new: to }], reason, permissionKey: 'merge-user' },
    ]),
  );
};

const chosenSides = (given: unknown, usual: Readonly<Record<string, Side>>): Readonly<Record<string, Side>> => {
  const chosen = isParts(given) ? given : {};
  for (const [name, side] of Object.entries(chosen))
    if (usual[name] === undefined || !isOneOf(['survivor', 'loser'], side)) throw invalid([problemAt('input.choices', 'NOT_A_CHOICE')]);
  return Object.fromEntries(
    Object.entries(usual).map(([name, side]) => [name, isOneOf(['survivor', 'loser'], chosen[name]) ? chosen[name] : side]),
  );
};
/** Registrations of both in one distance: the one without money ends as a duplicate of the other. */
const endDoubles = async (
  tx: Transaction,
  doubles: readonly { readonly duplicate: number | null; readonly into: number }[],
  reason: string,
) => {
  const ended: number[] = [];
  for (const { duplicate, into } of doubles) {
    if (duplicate === null) continue;
    const row = must(await readStored(tx, inscriptions, duplicate, { lock: true }), 'the duplicate');
    await advance(tx, row, 'merged', { reason, permissionKey: 'merge-user' });
    await updateRow(tx, inscriptions, duplicate, { merged_into_inscriptionid: into });
    ended.push(duplicate);
  }
  return ended;
};
const takenValues = ({ survivor, loser }: { readonly survivor: Account; readonly loser: Account }, sides: Readonly<Record<string, Side>>) =>
  Object.keys(sides).filter((name) => sides[name] === 'loser' && survivor[name] !== loser[name]);

export interface MergeInput {
  readonly keep?: Side | null | undefined;
  readonly choices?: unknown;
  readonly reason: string;
}

/**
 * Makes one account of two in one transaction: values as chosen, everything that belongs to the account that goes, and its money. The
 * account that goes leads to the one that stays.
 */
export const mergeAthletes = (tx: Transaction, row: UserMerge, { keep, choices, reason }: MergeInput) =>
  tx.asOwner(async () => {
    const [stays, goes] = keep === 'loser' ? [row.loser_userid, row.survivor_userid] : [row.survivor_userid, row.loser_userid];
    const pair = { survivor_userid: stays, loser_userid: goes };
    await lockAccounts(tx, stays, goes);
    const facts = await readMergeFacts(tx, pair);
    const [first] = facts.obstacles;
    if (first) throw conflict('MERGE_BLOCKED', [], { why: { key: `user_merges.obstacles.${first}` } });
    const sides = chosenSides(choices, facts.sides);
    const places = await endSecondPlaces(
      tx,
      [stays, goes],
      facts.doubles.flatMap(({ duplicate }) => duplicate ?? []),
      reason,
    );
    const merged = await endDoubles(tx, facts.doubles, reason);
    const moved: Record<string, readonly number[]> = {};
    for (const resource of movedWith(tx.registry)) {
      const ids = await moveRows(tx, resource, { from: goes, to: stays });
      if (ids.length > 0) moved[resource.name] = ids;
    }
    await logMoved(tx, moved['inscriptions'] ?? [], goes, stays, reason);
    const cents = facts.counts.wallet_cents ?? 0;
    if (cents > 0) {
      const key = `merge-${row.mergeid}-${row.version}`;
      await moveWallet(tx, goes, { type: 'merge_out', amount_cents: cents, reason, key: `${key}-out` });
      await moveWallet(tx, stays, { type: 'merge_in', amount_cents: cents, reason, key: `${key}-in` });
    }
    const taken = takenValues(facts, sides);
    await updateAudited(tx, web_users, (each) => sql`${each.web_userid} = ${goes}`, {
      status: 'merged',
      merged_into_userid: stays,
      ...(taken.includes('curp') && { curp: null }),
    });
    const given: Partial<WebUser> = Object.fromEntries(taken.map((name) => [name, facts.loser[name]]));
    if (taken.length > 0) await updateAudited(tx, web_users, (each) => sql`${each.web_userid} = ${stays}`, given);
    const undo: MergeUndo = {
      moved,
      survivor: Object.fromEntries(taken.map((name) => [name, { before: facts.survivor[name] ?? null, after: facts.loser[name] ?? null }])),
      loser: { status: facts.loser.status, curp: taken.includes('curp') ? String(facts.loser.curp) : null },
      wallet_cents: cents,
      merged,
      places,
    };
    const at = Date.now();
    await updateRow(tx, user_merges, row.mergeid, {
      ...pair,
      status: 'done',
      reason,
      field_choices: sides,
      moved_counts: facts.counts,
      conflicts: facts.doubles,
      undo,
      performed_by_userid: tx.userid,
      performed_at: new Date(at).toISOString(),
      revert_until: new Date(at + undoHours * hourMs).toISOString(),
    });
    // Other suggestions about the account that is gone mean nothing now; the one that stays is compared again.
    await execute(
      tx,
      sql`update ${m} set ${m.deleted_at} = now(), ${m.updated_by} = ${tx.userid} where (${m.survivor_userid} = ${goes} or ${m.loser_userid} = ${goes}) and ${m.status} in ('suggested', 'previewed') and ${m.deleted_at} is null`,
    );
    await askStandingsWith(tx, stays);
    return { survivor_userid: stays, moved: facts.counts, merged: merged.length };
  });
