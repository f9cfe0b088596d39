import { organizations } from '@/resources/organizations/organizations';
import { defineHooks } from '../api/defineHooks';
import type { Transaction } from '../api/transaction';
import { conflict } from '../api/DomainError';

const founderProfile = 'organizer';

const hasMemberships = async (tx: Transaction): Promise<boolean> =>
  (await tx.asOwner(() => tx.run('select 1 from memberships where userid = $1 and deleted_at is null limit 1', [tx.userid]))).length > 0;

/** Makes the founder the organizer of the new organisation, with the keys of that profile. */
const enrol = async (tx: Transaction, organizationid: number): Promise<void> => {
  await tx.asOwner(async () => {
    const [[membershipid] = []] = await tx.run(
      `insert into memberships (userid, organizationid, profileid, status, event_scope, created_by)
       values ($1, $2, (select profileid from profiles where slug = $3 and organizationid is null and deleted_at is null), 'active', 'all', $1) returning membershipid`,
      [tx.userid, organizationid, founderProfile],
    );
    await tx.run(
      `insert into membership_roles (membershipid, organizationid, roleid, access, source, created_by)
       select $1, $2, pr.roleid, pr.access, 'profile', $4 from profile_roles pr join profiles p on p.profileid = pr.profileid
        where p.slug = $3 and p.organizationid is null and p.deleted_at is null and pr.deleted_at is null`,
      [membershipid, organizationid, founderProfile, tx.userid],
    );
    await tx.run('update users set selected_organizationid = $2 where userid = $1', [tx.userid, organizationid]);
  });
};

const comingSql = `select 1 from events where organizationid = $1 and status in ('published', 'sold_out', 'closed', 'in_progress') and start_at > now() and deleted_at is null limit 1`;
const judgeArchiving = async (tx: Transaction, organizationid: unknown): Promise<void> => {
  if ((await tx.run(comingSql, [organizationid])).length > 0) throw conflict('errors.futureEvents', [{ path: 'status', message: 'errors.futureEvents' }]);
};

/** What happens around an organisation that only the server knows: whoever belongs to none may found one. */
export const organizationsHooks = defineHooks(organizations, {
  mayCreate: async (tx) => !(await hasMemberships(tx)),
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'edit' && before && values['status'] === 'archived' && before['status'] !== 'archived') await judgeArchiving(tx, before['organizationid']);
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
