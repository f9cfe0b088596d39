import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { users } from '@/resources/users/users';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { addBeside, auditWritten, changeBeside } from '../../api/write/beside';
import { conflict } from '../../kernel/DomainError';
import { membershipHolds } from '../../kernel/membershipHolds';

const founderProfile = 'organizer';

const belongsSql = `select 1 from memberships m join organizations o on o.organizationid = m.organizationid and o.deleted_at is null and o.status <> 'archived' where m.userid = $1 and ${membershipHolds} limit 1`;
/** An invitation that waits, a membership that was revoked or has ended, and an archived organisation leave a person free to found one. */
const belongsToOne = async (tx: Transaction): Promise<boolean> => (await tx.asOwner(() => tx.run(belongsSql, [tx.userid]))).length > 0;

const founderSql = `select email, concat_ws(' ', first_name, last_name, second_last_name) from users where userid = $1`;
const profileSql = 'select profileid from profiles where slug = $1 and organizationid is null and deleted_at is null';
const rolesSql = `written as (
  insert into membership_roles as mr (membershipid, organizationid, roleid, access, source, created_by)
  select $7, $9, pr.roleid, pr.access, 'profile', $3::bigint from profile_roles pr where pr.profileid = $8 and pr.deleted_at is null
  returning mr.membership_roleid as id, mr.organizationid as owner, null::jsonb as before, jsonb_build_object('membershipid', mr.membershipid, 'roleid', mr.roleid, 'access', mr.access, 'source', mr.source) as after)`;
/** Makes the founder the organizer of the new organisation, with the keys of that profile. */
const enrol = async (tx: Transaction, organizationid: number): Promise<void> => {
  await tx.asOwner(async () => {
    const [[profileid] = []] = await tx.run(profileSql, [founderProfile]);
    const [[email, name] = []] = await tx.run(founderSql, [tx.userid]);
    const membershipid = await addBeside(tx, memberships, {
      email,
      name,
      userid: tx.userid,
      organizationid,
      profileid,
      status: 'active',
      event_scope: 'all',
    });
    await auditWritten(tx, membership_roles, 'create', rolesSql, [membershipid, profileid, organizationid]);
    await changeBeside(tx, users, 't.userid = $7', [tx.userid], { selected_organizationid: organizationid });
  });
};

const comingSql = `select 1 from events where organizationid = $1 and status in ('published', 'sold_out', 'closed', 'in_progress') and start_at > now() and deleted_at is null limit 1`;
const judgeArchiving = async (tx: Transaction, organizationid: unknown): Promise<void> => {
  if ((await tx.run(comingSql, [organizationid])).length > 0) throw conflict('FUTURE_EVENTS', [{ path: 'status', code: 'FUTURE_EVENTS' }]);
};

/** What happens around an organisation that only the server knows: whoever belongs to none may found one. */
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
    const [[organizationid] = []] = await tx.run(`select nextval(pg_get_serial_sequence('organizations', 'organizationid'))`);
    await tx.enterOrganization(Number(organizationid));
    await insert({ ...values, organizationid });
    await enrol(tx, Number(organizationid));
    await tx.enterOrganization(Number(organizationid));
    return Number(organizationid);
  },
});
