import type { CodeOf } from '@/schema/errorCodes';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { profiles } from '@/resources/profiles/profiles';
import { restrictingKey, type Access } from '@/schema';
import { mayGrant } from '@/schema/mayGrant';
import { defineHooks } from '../../kernel/defineHooks';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { auditWritten } from '../../api/write/beside';
import { keepsManager } from './keepsManager';
import { roleNames } from './roleNames';

interface Held {
  readonly roleid: number;
  readonly access: Access;
}
/** Why the roles of a profile may not become such; without a role it is the profile that refuses. */
export interface RoleProblem {
  readonly roleid?: number;
  readonly code: CodeOf<403>;
  readonly params?: Readonly<Record<string, unknown>>;
}

const heldBy = (rows: unknown): ReadonlyMap<number, Access> =>
  new Map(((rows ?? []) as readonly Held[]).map(({ roleid, access }) => [Number(roleid), access]));
const isSame = (one: ReadonlyMap<number, Access>, other: ReadonlyMap<number, Access>): boolean =>
  one.size === other.size && [...one].every(([roleid, access]) => other.get(roleid) === access);
const holdersSql = 'select 1 from memberships where profileid = $1 and userid = $2 and deleted_at is null limit 1';

/** Nobody passes on what they do not hold, or unmasks what they may not read; nobody changes the profile that they have themselves, and nobody those of the system. */
export const judgeRoles = async (tx: Transaction, before: Row | null, rows: readonly Row[]): Promise<readonly RoleProblem[]> => {
  const had = heldBy(before?.['roles']),
    wanted = heldBy(rows);
  if (before && isSame(had, wanted)) return [];
  if (before?.['is_system'] === true) return [{ code: 'SYSTEM_PROFILE_ROLES' }];
  if (before && (await tx.asOwner(() => tx.run(holdersSql, [before['profileid'], tx.userid]))).length > 0) return [{ code: 'OWN_PROFILE' }];
  const names = await roleNames(tx);
  const problem = (roleid: number): RoleProblem => ({ roleid, code: 'BEYOND_OWN_KEYS', params: { keys: names.get(roleid)!.slug } });
  const beyond = [...wanted].filter(
    ([roleid, access]) =>
      had.get(roleid) !== access && had.get(roleid) !== 'edit' && names.has(roleid) && !mayGrant(tx.grants, names.get(roleid)!, access),
  );
  const unmasked = [...had.keys()].filter(
    (roleid) => names.get(roleid)?.slug === restrictingKey && !wanted.has(roleid) && tx.grants.keys[restrictingKey] !== undefined,
  );
  return [...beyond.map(([roleid]) => roleid), ...unmasked].map(problem);
};

/** The refusal of a profile: each problem on the row that was sent, or on the list where it concerns no row of it. */
const refusal = (problems: readonly RoleProblem[], rows: readonly Row[]): DomainError => {
  const at = ({ roleid }: RoleProblem): number => rows.findIndex((row) => Number(row['roleid']) === roleid);
  const errors = problems.map(({ code, params, ...problem }) => ({
    path: at({ code, ...problem }) < 0 ? 'roles' : `roles.${at({ code, ...problem })}.access`,
    code,
    ...(params && { params }),
  }));
  const keys = problems.flatMap(({ params }) => (params ? [String(params['keys'])] : [])).join(', ');
  return new DomainError(problems[0]!.code, { params: { keys }, errors });
};

/** What a profile brings reaches everyone who has it; what was granted directly stays where it goes further. */
const spread = async (tx: Transaction, profileid: number): Promise<void> => {
  const grant = (row: string, access: string): string =>
    `jsonb_build_object('roleid', ${row}.roleid, 'access', ${access}, 'source', ${row}.source)`;
  const held = `m.profileid = $7 and m.deleted_at is null and mr.deleted_at is null`;
  const brought = `pr.profileid = $7 and pr.roleid = mr.roleid and pr.deleted_at is null`;
  const write = (verb: 'create' | 'edit' | 'delete', written: string): Promise<unknown> =>
    auditWritten(tx, membership_roles, verb, written, [profileid]);
  await write(
    'delete',
    `written as (
    update membership_roles mr set deleted_at = now(), updated_by = $3::bigint from memberships m
     where mr.membershipid = m.membershipid and ${held} and mr.source = 'profile' and not exists (select 1 from profile_roles pr where ${brought})
    returning mr.membership_roleid as id, mr.organizationid as owner, ${grant('mr', 'mr.access')} as before, null::jsonb as after)`,
  );
  await write(
    'edit',
    `written as (
    update membership_roles mr set access = pr.access, updated_by = $3::bigint, updated = now(), version = mr.version + 1
      from memberships m, profile_roles pr, membership_roles old
     where m.membershipid = mr.membershipid and ${held} and ${brought} and old.membership_roleid = mr.membership_roleid and pr.access <> mr.access and (mr.source = 'profile' or pr.access = 'edit')
    returning mr.membership_roleid as id, mr.organizationid as owner, ${grant('mr', 'old.access')} as before, ${grant('mr', 'mr.access')} as after)`,
  );
  await write(
    'create',
    `written as (
    insert into membership_roles as mr (membershipid, organizationid, roleid, access, source, created_by)
    select m.membershipid, m.organizationid, pr.roleid, pr.access, 'profile', $3::bigint from memberships m join profile_roles pr on pr.profileid = m.profileid and pr.deleted_at is null
     where m.profileid = $7 and m.deleted_at is null
       and not exists (select 1 from membership_roles held where held.membershipid = m.membershipid and held.roleid = pr.roleid and held.deleted_at is null)
    returning mr.membership_roleid as id, mr.organizationid as owner, null::jsonb as before, ${grant('mr', 'mr.access')} as after)`,
  );
};

const managing = async (tx: Transaction, rows: unknown): Promise<boolean> => {
  const names = await roleNames(tx);
  return [...heldBy(rows)].some(([roleid, access]) => access === 'edit' && names.get(roleid)?.slug === 'user-roles');
};
/** A profile that no longer manages permissions may have been the last that did in an organisation. */
const keepsManagers = async (tx: Transaction, profileid: number, before: Row | null, values: Row): Promise<void> => {
  if (!(await managing(tx, before?.['roles'])) || (await managing(tx, values['roles']))) return;
  const owners = await tx.run(
    `select distinct organizationid from memberships where profileid = $1 and status = 'active' and deleted_at is null`,
    [profileid],
  );
  for (const [organizationid] of owners) await keepsManager(tx, organizationid);
};

/** What happens around a profile that only the server knows: it never holds more than whoever shapes it. */
export const profilesHooks = defineHooks(profiles, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (before?.['is_system'] === true && (verb === 'delete' || (values['slug'] !== undefined && values['slug'] !== before['slug'])))
      throw new DomainError('SYSTEM_PROFILE');
    if (values['roles'] == null) return;
    const rows = values['roles'] as readonly Row[],
      problems = await judgeRoles(tx, before, rows);
    if (problems.length > 0) throw refusal(problems, rows);
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (verb !== 'edit' || values['roles'] == null) return;
    await spread(tx, id);
    await keepsManagers(tx, id, before, values);
  },
});
