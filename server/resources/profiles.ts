import { profiles } from '@/resources/profiles/profiles';
import { defineHooks } from '../api/defineHooks';
import { DomainError } from '../api/DomainError';
import type { Row } from '../api/list/reader';
import type { Transaction } from '../api/transaction';
import { mayGrant, roleNames } from './mayGrant';

const beyond = async (tx: Transaction, rows: readonly Row[]): Promise<readonly string[]> => {
  const names = await roleNames(tx);
  return rows.flatMap(({ roleid, access }) => {
    const role = names.get(Number(roleid));
    return !role || mayGrant(tx.grants, role, String(access)) ? [] : [role.slug];
  });
};

/** What a profile brings reaches everyone who has it; what was granted directly stays where it goes further. */
const spread = async (tx: Transaction, profileid: number): Promise<void> => {
  const held = `from memberships m where mr.membershipid = m.membershipid and m.profileid = $1 and m.deleted_at is null and mr.deleted_at is null and mr.source = 'profile'`;
  const brought = `select 1 from profile_roles pr where pr.profileid = $1 and pr.roleid = mr.roleid and pr.deleted_at is null`;
  await tx.run(`update membership_roles mr set deleted_at = now(), updated_by = $2 ${held} and not exists (${brought})`, [profileid, tx.userid]);
  await tx.run(`update membership_roles mr set access = pr.access, updated_by = $2, updated = now(), version = mr.version + 1
    from memberships m, profile_roles pr where m.membershipid = mr.membershipid and m.profileid = $1 and m.deleted_at is null and mr.deleted_at is null
     and pr.profileid = $1 and pr.roleid = mr.roleid and pr.deleted_at is null and pr.access <> mr.access and (mr.source = 'profile' or pr.access = 'edit')`, [profileid, tx.userid]);
  await tx.run(`insert into membership_roles (membershipid, organizationid, roleid, access, source, created_by)
    select m.membershipid, m.organizationid, pr.roleid, pr.access, 'profile', $2 from memberships m join profile_roles pr on pr.profileid = m.profileid and pr.deleted_at is null
     where m.profileid = $1 and m.deleted_at is null
       and not exists (select 1 from membership_roles mr where mr.membershipid = m.membershipid and mr.roleid = pr.roleid and mr.deleted_at is null)`, [profileid, tx.userid]);
};

/** What happens around a profile that only the server knows: it never holds more than whoever shapes it. */
export const profilesHooks = defineHooks(profiles, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (before?.['is_system'] === true && (verb === 'delete' || values['slug'] !== undefined && values['slug'] !== before['slug'])) throw new DomainError(403, 'errors.systemProfile');
    if (values['roles'] == null) return;
    const keys = await beyond(tx, values['roles'] as readonly Row[]);
    if (keys.length > 0) throw new DomainError(403, 'errors.beyondOwnKeys', { params: { keys: keys.join(', ') }, errors: [{ path: 'roles', message: 'errors.beyondOwnKeys', params: { keys: keys.join(', ') } }] });
  },
  afterWrite: async ({ tx, verb, id, values }) => {
    if (verb === 'edit' && values['roles'] != null) await spread(tx, id);
  },
});
