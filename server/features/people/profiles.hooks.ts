import type { CodeOf } from '@/schema/errorCodes';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { profiles } from '@/resources/profiles/profiles';
import { restrictingKey, type Access } from '@/schema';
import { mayGrant } from '@/schema/mayGrant';
import { memberships } from '@/resources/memberships/memberships';
import { profile_roles } from '@/resources/profile_roles/profile_roles';
import { must, nth } from '@/schema/must';
import { rowsIn } from '@/schema/unknown';
import { defineHooks } from '../../kernel/defineHooks';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { writeAudited } from '../../api/write/audited';
import { keepsManager } from './keepsManager';
import { roleNames } from './roleNames';
import { columnsOf, type Column, type Expression } from '../../kernel/columnsOf';
import { exists, jsonObject, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

interface Held {
  readonly roleid: number;
  readonly access: Access;
}
/** Why a profile may not get these roles; without a role the profile itself is refused. */
export interface RoleProblem {
  readonly roleid?: number;
  readonly code: CodeOf<403>;
  readonly params?: Readonly<Record<string, unknown>>;
}

const heldBy = (rows: unknown): ReadonlyMap<number, Access> =>
  new Map(((rows ?? []) as readonly Held[]).map(({ roleid, access }) => [Number(roleid), access]));
const isSame = (one: ReadonlyMap<number, Access>, other: ReadonlyMap<number, Access>): boolean =>
  one.size === other.size && [...one].every(([roleid, access]) => other.get(roleid) === access);
const m = columnsOf(memberships, 'm');
const mr = columnsOf(membership_roles, 'mr');
const pr = columnsOf(profile_roles, 'pr');
const old = columnsOf(membership_roles, 'old');
const held = columnsOf(membership_roles, 'held');
const role = columnsOf(membership_roles);
const hasProfile = (tx: Transaction, profileid: number): Promise<boolean> =>
  tx.asOwner(() =>
    exists(tx, sql`from ${m} where ${m.profileid} = ${profileid} and ${m.userid} = ${tx.userid} and ${m.deleted_at} is null limit 1`),
  );

/**
 * Nobody grants what they do not hold, or unmasks what they may not read. Nobody changes their own profile, and nobody changes those of
 * the system.
 */
export const judgeRoles = async (tx: Transaction, before: Row | null, rows: readonly Row[]): Promise<readonly RoleProblem[]> => {
  const had = heldBy(before?.['roles']),
    wanted = heldBy(rows);
  if (before && isSame(had, wanted)) return [];
  if (before?.['is_system'] === true) return [{ code: 'SYSTEM_PROFILE_ROLES' }];
  if (before && (await hasProfile(tx, Number(before['profileid'])))) return [{ code: 'OWN_PROFILE' }];
  const names = await roleNames(tx);
  const nameOf = (roleid: number) => must(names.get(roleid), `role ${roleid}`);
  const problem = (roleid: number): RoleProblem => ({ roleid, code: 'BEYOND_OWN_KEYS', params: { keys: nameOf(roleid).slug } });
  const beyond = [...wanted].filter(
    ([roleid, access]) =>
      had.get(roleid) !== access && had.get(roleid) !== 'edit' && names.has(roleid) && !mayGrant(tx.grants, nameOf(roleid), access),
  );
  const unmasked = [...had.keys()].filter(
    (roleid) => names.get(roleid)?.slug === restrictingKey && !wanted.has(roleid) && tx.grants.keys[restrictingKey] !== undefined,
  );
  return [...beyond.map(([roleid]) => roleid), ...unmasked].map(problem);
};

/** The refusal of a profile: each problem on the row that was sent, or on the list if it is not about a row. */
const refusal = (problems: readonly RoleProblem[], rows: readonly Row[]): DomainError => {
  const at = ({ roleid }: RoleProblem): number => rows.findIndex((row) => Number(row['roleid']) === roleid);
  const errors = problems.map(({ code, params, ...problem }) => ({
    path: at({ code, ...problem }) < 0 ? 'roles' : `roles.${at({ code, ...problem })}.access`,
    code,
    ...(params && { params }),
  }));
  const keys = problems.flatMap(({ params }) => (params ? [String(params['keys'])] : [])).join(', ');
  return new DomainError(nth(problems, 0).code, { params: { keys }, errors });
};

/** Which members and which role of a profile are meant; all of them where nothing is said. */
interface Among {
  readonly members: readonly number[] | null;
  readonly roleid?: number | null;
}
/** The keys of a profile reach everybody who has it; direct grants stay if they go further. */
export const spread = async (tx: Transaction, profileid: number, { members, roleid = null }: Among): Promise<void> => {
  const grant = (access: Column<unknown>) => jsonObject({ roleid: mr.roleid, access, source: mr.source });
  const none = sql`null::jsonb`;
  const isAmong = (membership: Column<number>, its: Column<number>): SQL =>
    sql`(${members}::bigint[] is null or ${membership} = any(${members}::bigint[])) and (${roleid}::bigint is null or ${its} = ${roleid}::bigint)`;
  const written = (before: SQL | Expression<unknown>, after: SQL | Expression<unknown>): SQL =>
    sql`returning ${mr.membership_roleid} as id, ${mr.organizationid} as owner, ${before} as before, ${after} as after`;
  const isHeld = sql`${m.profileid} = ${profileid} and ${m.deleted_at} is null and ${mr.deleted_at} is null and ${isAmong(mr.membershipid, mr.roleid)}`;
  const isBrought = sql`${pr.profileid} = ${profileid} and ${pr.roleid} = ${mr.roleid} and ${pr.deleted_at} is null`;
  await writeAudited(
    tx,
    membership_roles,
    'delete',
    sql`written as (
    update ${mr} set ${role.deleted_at} = now(), ${role.updated_by} = ${tx.userid}::bigint from ${m}
     where ${mr.membershipid} = ${m.membershipid} and ${isHeld} and ${mr.source} = 'profile' and not exists (select 1 from ${pr} where ${isBrought})
    ${written(grant(mr.access), none)})`,
  );
  await writeAudited(
    tx,
    membership_roles,
    'edit',
    sql`written as (
    update ${mr} set ${role.access} = ${pr.access}, ${role.updated_by} = ${tx.userid}::bigint, ${role.updated} = now(), ${role.version} = ${mr.version} + 1
      from ${m}, ${pr}, ${old}
     where ${m.membershipid} = ${mr.membershipid} and ${isHeld} and ${isBrought} and ${old.membership_roleid} = ${mr.membership_roleid} and ${pr.access} <> ${mr.access} and (${mr.source} = 'profile' or ${pr.access} = 'edit')
    ${written(grant(old.access), grant(mr.access))})`,
  );
  await writeAudited(
    tx,
    membership_roles,
    'create',
    sql`written as (
    insert into ${role} as mr (${role.membershipid}, ${role.organizationid}, ${role.roleid}, ${role.access}, ${role.source}, ${role.created_by})
    select ${m.membershipid}, ${m.organizationid}, ${pr.roleid}, ${pr.access}, 'profile', ${tx.userid}::bigint from ${m} join ${pr} on ${pr.profileid} = ${m.profileid} and ${pr.deleted_at} is null
     where ${m.profileid} = ${profileid} and ${m.deleted_at} is null and ${isAmong(m.membershipid, pr.roleid)}
       and not exists (select 1 from ${held} where ${held.membershipid} = ${m.membershipid} and ${held.roleid} = ${pr.roleid} and ${held.deleted_at} is null)
    ${written(none, grant(mr.access))})`,
  );
};

/** Members at a time: each has a dozen roles, and every changed role writes its audit entry. */
const membersAtOnce = 100;
/** Updates the members after a key. The others follow in short transactions after this one, since they may be thousands. */
const spreadFrom = async (tx: Transaction, profileid: number, after = 0): Promise<false> => {
  const members = await selectAll(
    tx,
    m.membershipid,
    sql`from ${m} where ${m.profileid} = ${profileid} and ${m.deleted_at} is null and ${m.membershipid} > ${after} order by ${m.membershipid} limit ${sql.raw(String(membersAtOnce))}`,
  );
  const last = members.at(-1);
  if (last !== undefined) await spread(tx, profileid, { members });
  if (members.length === membersAtOnce) tx.further((later) => spreadFrom(later, profileid, last));
  return false;
};

const managerSlug = 'user-roles';
/** A profile that no longer manages permissions may have been the last one in an organization that did: that role goes first, from all. */
const keepsManagers = async (tx: Transaction, profileid: number, before: Row | null, values: Row): Promise<void> => {
  const names = await roleNames(tx);
  const manager = (rows: unknown): number | undefined =>
    [...heldBy(rows)].find(([roleid, access]) => access === 'edit' && names.get(roleid)?.slug === managerSlug)?.[0];
  const roleid = manager(before?.['roles']);
  if (roleid === undefined || manager(values['roles']) !== undefined) return;
  await spread(tx, profileid, { members: null, roleid });
  const owners = await selectAll(
    tx,
    value<number>(sql`distinct ${m.organizationid}`),
    sql`from ${m} where ${m.profileid} = ${profileid} and ${m.status} = 'active' and ${m.deleted_at} is null`,
  );
  for (const organizationid of owners) await keepsManager(tx, organizationid);
};

/** The server's rules for a profile: it never grants more than the person who edits it has. */
export const profilesHooks = defineHooks(profiles, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (before?.['is_system'] === true && (verb === 'delete' || (values['slug'] !== undefined && values['slug'] !== before['slug'])))
      throw new DomainError('SYSTEM_PROFILE');
    if (values['roles'] == null) return;
    const rows = rowsIn(values['roles']),
      problems = await judgeRoles(tx, before, rows);
    if (problems.length > 0) throw refusal(problems, rows);
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (verb !== 'edit' || values['roles'] == null) return;
    await keepsManagers(tx, id, before, values);
    await spreadFrom(tx, id);
  },
});
