import type { Reason } from '@/schema/errorCodes';
import { profiles } from '@/resources/profiles/profiles';
import { roles } from '@/resources/roles/roles';
import type { Access } from '@/schema';
import { rowsIn } from '@/schema/unknown';
import { defineHooks } from '../../kernel/defineHooks';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { rowFor } from '../../api/list/visible';
import { editRecord } from '../../api/write/write';
import { judgeRoles, profilesHooks } from './profiles.hooks';

type Wanted = Access | 'none';
/** One cell of the table: its value when it was read, and the new value. */
interface Cell {
  readonly at: number;
  readonly profileid: number;
  readonly roleid: number;
  readonly was: Wanted;
  readonly access: Wanted;
}
/** The refusal of one cell, as it would be alone. */
interface CellProblem extends Reason {
  readonly at: number;
}

const rolesOf = (row: Row): readonly Row[] => rowsIn(row['roles']);
const accessIn = (row: Row, roleid: number): unknown => rolesOf(row).find((each) => each['roleid'] === roleid)?.['access'] ?? 'none';

const changedRoles = (row: Row, cells: readonly Cell[]): readonly Row[] => {
  const wanted = new Map(cells.map(({ roleid, access }) => [roleid, access]));
  const kept = rolesOf(row)
    .filter(({ roleid }) => wanted.get(Number(roleid)) !== 'none')
    .map(({ profile_roleid, roleid, access }) => ({ profile_roleid, roleid, access: wanted.get(Number(roleid)) ?? access }));
  const held = new Set(rolesOf(row).map(({ roleid }) => Number(roleid)));
  return [
    ...kept,
    ...cells.filter(({ roleid, access }) => access !== 'none' && !held.has(roleid)).map(({ roleid, access }) => ({ roleid, access })),
  ];
};

/** Writes the cells of one profile as an edit of that profile. A simultaneous change of somebody else is reported on its cell. */
const changeProfile = async (tx: Transaction, profileid: number, cells: readonly Cell[]): Promise<readonly CellProblem[]> => {
  const row = await rowFor(tx, profiles, profileid, 'edit');
  const moved = cells.filter(({ roleid, was }) => accessIn(row, roleid) !== was);
  if (moved.length > 0) return moved.map(({ at }) => ({ at, code: 'STALE_CELL' }));
  const sent = changedRoles(row, cells);
  const problems = await judgeRoles(tx, row, sent);
  if (problems.length === 0) await editRecord(tx, profiles, profilesHooks, profileid, { version: row['version'], roles: sent });
  return problems.flatMap(({ roleid, ...problem }) =>
    cells.filter((cell) => roleid === undefined || cell.roleid === roleid).map(({ at }) => ({ at, ...problem })),
  );
};

/** A refusal of the whole profile is reported on each of its cells. */
const attempt = async (tx: Transaction, profileid: number, cells: readonly Cell[]): Promise<readonly CellProblem[]> => {
  try {
    return await changeProfile(tx, profileid, cells);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return cells.map(({ at }) => ({ at, code: error.code, rule: error.rule, params: error.params }));
  }
};

/** The server's rules for the table of roles: all its changes are written, or none. */
export const rolesHooks = defineHooks(roles, {
  actions: {
    set_access: async ({ tx, input }) => {
      const cells = input.changes.map((cell, at) => ({ ...cell, at })) as readonly Cell[];
      const ids = [...new Set(cells.map(({ profileid }) => profileid))].sort((one, other) => one - other); // the order in which every call locks them
      const problems: CellProblem[] = [];
      for (const id of ids)
        problems.push(
          ...(await attempt(
            tx,
            id,
            cells.filter(({ profileid }) => profileid === id),
          )),
        );
      const [first] = problems;
      if (first)
        throw new DomainError(first.code, {
          rule: first.rule,
          params: first.params,
          errors: problems.map(({ at, ...reason }) => ({ ...reason, path: `input.changes.${at}.access` })),
        });
      return { profiles: ids.length, changes: cells.length };
    },
  },
});
