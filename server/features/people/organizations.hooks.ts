import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { users } from '@/resources/users/users';
import { events } from '@/resources/events/events';
import { profile_roles } from '@/resources/profile_roles/profile_roles';
import { profiles } from '@/resources/profiles/profiles';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { createAudited, rowWritten, updateAudited, writeAudited } from '../../api/write/audited';
import { conflict, notFound } from '../../kernel/DomainError';
import { membershipHolds } from '../../kernel/membershipHolds';
import { nextKey } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { exists, selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const founderProfile = 'organizer';

const m = columnsOf(memberships, 'm');
const o = columnsOf(organizations, 'o');
const u = columnsOf(users);
const p = columnsOf(profiles);
const pr = columnsOf(profile_roles, 'pr');
const role = columnsOf(membership_roles);
const e = columnsOf(events);

/**
 * A pending invitation, a membership that was revoked or has ended, and an archived organization do not prevent a person from founding
 * one.
 */
const belongsToOne = (tx: Transaction): Promise<boolean> =>
  tx.asOwner(() =>
    exists(
      tx,
      sql`from ${m} join ${o} on ${o.organizationid} = ${m.organizationid} and ${o.deleted_at} is null and ${o.status} <> 'archived' where ${m.userid} = ${tx.userid} and ${membershipHolds} limit 1`,
    ),
  );

/** Copies the keys of a profile to a membership. */
const addRoles = (tx: Transaction, membershipid: number, organizationid: number, profileid: number): Promise<unknown> =>
  writeAudited(
    tx,
    membership_roles,
    'create',
    sql`written as (
      insert into ${role} as mr (${role.membershipid}, ${role.organizationid}, ${role.roleid}, ${role.access}, ${role.source}, ${role.created_by})
      select ${membershipid}::bigint, ${organizationid}::bigint, ${pr.roleid}, ${pr.access}, 'profile', ${tx.userid}::bigint from ${pr} where ${pr.profileid} = ${profileid} and ${pr.deleted_at} is null
      returning ${rowWritten(membership_roles, 'mr', 'create', ['membershipid', 'roleid', 'access', 'source'])})`,
  );
/** Makes the founder the organizer of the new organization, with the keys of that profile. */
const enrol = (tx: Transaction, organizationid: number): Promise<void> =>
  tx.asOwner(async () => {
    const [profileid] = await selectAll(
      tx,
      p.profileid,
      sql`from ${p} where ${p.slug} = ${founderProfile} and ${p.organizationid} is null and ${p.deleted_at} is null`,
    );
    const founder = await selectOne(
      tx,
      { email: u.email, name: value<string>(sql`concat_ws(' ', ${u.first_name}, ${u.last_name}, ${u.second_last_name})`) },
      sql`from ${u} where ${u.userid} = ${tx.userid}`,
    );
    if (!founder || profileid === undefined) throw notFound();
    const membershipid = await createAudited(tx, memberships, {
      ...founder,
      userid: tx.userid,
      organizationid,
      profileid,
      status: 'active',
      event_scope: 'all',
    });
    await addRoles(tx, membershipid, organizationid, profileid);
    await updateAudited(tx, users, (user) => sql`${user.userid} = ${tx.userid}`, { selected_organizationid: organizationid });
  });

const judgeArchiving = async (tx: Transaction, organizationid: number): Promise<void> => {
  const hasComing = await exists(
    tx,
    sql`from ${e} where ${e.organizationid} = ${organizationid} and ${e.status} in ('published', 'sold_out', 'closed', 'in_progress') and ${e.start_at} > now() and ${e.deleted_at} is null limit 1`,
  );
  if (hasComing) throw conflict('FUTURE_EVENTS', [{ path: 'status', code: 'FUTURE_EVENTS' }]);
};

/** The server's rules for an organization: people without one may found one. */
export const organizationsHooks = defineHooks(organizations, {
  mayCreate: async (tx) => !(await belongsToOne(tx)),
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'edit' && before && values['status'] === 'archived' && before['status'] !== 'archived')
      await judgeArchiving(tx, before['organizationid']);
    if (verb !== 'create' || tx.grants.is_platform) return;
    values['platforms'] = ['ASDEPORTE', 'EVENT'];
    values['status'] = 'active';
  },
  create: async ({ tx, values }, insert) => {
    if (tx.grants.is_platform) return insert(values);
    const organizationid = await nextKey(tx, organizations);
    await tx.enterOrganization(organizationid);
    await insert({ ...values, organizationid });
    await enrol(tx, organizationid);
    await tx.enterOrganization(organizationid);
    return organizationid;
  },
});
