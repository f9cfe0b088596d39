import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { slugOf } from '@/fields/slug/slugOf';
import { registry } from '@/resources';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { users } from '@/resources/users/users';
import { profile_roles } from '@/resources/profile_roles/profile_roles';
import { profiles } from '@/resources/profiles/profiles';
import { inSystemTransaction, type Transaction } from './kernel/transaction';
import { createAudited, rowWritten, updateAudited, writeAudited } from './api/write/audited';
import { normalizeEmail } from './auth/accounts';
import { ticketPath } from './auth/letters';
import { createTickets, ticketHours } from './auth/tickets';
import { columnsOf } from './kernel/columnsOf';
import { execute, selectAll } from './kernel/select';
import { sql } from './kernel/sql';

/** The person who will administer everything. */
export interface NewAdministrator {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
}
interface Site {
  readonly pool: pg.Pool;
  readonly secret: string;
  readonly origin: string;
}
/** The address where the person chooses a password, and how many hours it works. */
export interface Added {
  readonly link: string;
  readonly hours: number;
}

const profile = 'super-admin',
  capital = 9;
const o = columnsOf(organizations);
const u = columnsOf(users);
const p = columnsOf(profiles);
const m = columnsOf(memberships);
const role = columnsOf(membership_roles);
const old = columnsOf(membership_roles, 'old');
const pr = columnsOf(profile_roles, 'pr');

/** The organization whose members see every organization; created when there is none. */
const companyOf = async (tx: Transaction, { company, email }: NewAdministrator): Promise<number> => {
  const [known] = await selectAll(
    tx,
    o.organizationid,
    sql`from ${o} where ${o.is_platform} and ${o.deleted_at} is null and ${o.status} = 'active' order by ${o.organizationid} limit 1`,
  );
  return (
    known ??
    createAudited(tx, organizations, {
      name: company,
      slug: slugOf(company) || 'company',
      email,
      stateid: capital,
      region: 'centro',
      platforms: ['ASDEPORTE', 'EVENT', 'FMTRI', 'APOLO', 'APOLO-SUSCRIPTIONS'],
      is_platform: true,
      status: 'active',
    })
  );
};

const personOf = async (tx: Transaction, { email, firstName, lastName }: NewAdministrator): Promise<number> => {
  const [known] = await selectAll(tx, u.userid, sql`from ${u} where lower(${u.email}) = ${email} and ${u.deleted_at} is null`);
  if (known === undefined)
    return createAudited(tx, users, { email, first_name: firstName, last_name: lastName, status: 'active', asdeporteid: randomUUID() });
  await updateAudited(tx, users, (user) => sql`${user.userid} = ${known} and (${user.status} <> 'active' or ${user.asdeporteid} is null)`, {
    status: 'active',
  });
  await execute(tx, sql`update ${u} set ${u.asdeporteid} = ${randomUUID()} where ${u.userid} = ${known} and ${u.asdeporteid} is null`);
  return known;
};

/** The keys of a profile that a membership does not have yet. */
const addRoles = (tx: Transaction, membershipid: number, organizationid: number, profileid: number): Promise<unknown> =>
  writeAudited(
    tx,
    membership_roles,
    'create',
    sql`written as (
      insert into ${role} as mr (${role.membershipid}, ${role.organizationid}, ${role.roleid}, ${role.access}, ${role.source})
      select ${membershipid}::bigint, ${organizationid}::bigint, ${pr.roleid}, ${pr.access}, 'profile' from ${pr} where ${pr.profileid} = ${profileid} and ${pr.deleted_at} is null
         and not exists (select 1 from ${old} where ${old.membershipid} = ${membershipid} and ${old.roleid} = ${pr.roleid} and ${old.deleted_at} is null)
      returning ${rowWritten(membership_roles, 'mr', 'create', ['membershipid', 'roleid', 'access', 'source'])})`,
  );
const enrol = async (
  tx: Transaction,
  userid: number,
  organizationid: number,
  { email, firstName, lastName }: NewAdministrator,
): Promise<void> => {
  const [profileid] = await selectAll(
    tx,
    p.profileid,
    sql`from ${p} where ${p.slug} = ${profile} and ${p.organizationid} is null and ${p.deleted_at} is null`,
  );
  if (profileid === undefined) throw new Error(`there is no profile ${profile}`);
  const [known] = await selectAll(
    tx,
    m.membershipid,
    sql`from ${m} where ${m.userid} = ${userid} and ${m.organizationid} = ${organizationid} and ${m.deleted_at} is null`,
  );
  if (known !== undefined)
    await updateAudited(tx, memberships, (row) => sql`${row.membershipid} = ${known}`, {
      profileid,
      status: 'active',
      event_scope: 'all',
      starts_at: null,
      expires_at: null,
    });
  const membershipid =
    known ??
    (await createAudited(tx, memberships, {
      email,
      name: `${firstName} ${lastName}`,
      userid,
      organizationid,
      profileid,
      status: 'active',
      event_scope: 'all',
    }));
  await addRoles(tx, membershipid, organizationid, profileid);
};

/**
 * Makes a person an administrator of everything: the first one, or a new one when all administrators are gone. The link works once, and
 * only the person who runs the command sees it.
 */
export const addAdministrator = async ({ pool, secret, origin }: Site, asked: NewAdministrator): Promise<Added> => {
  const person = { ...asked, email: normalizeEmail(asked.email) };
  const userid = await inSystemTransaction({ pool, registry }, async (tx) => {
    const found = await personOf(tx, person);
    await enrol(tx, found, await companyOf(tx, person), person);
    return found;
  });
  const ticket = await createTickets(pool, secret).issue('reset', userid);
  return { link: `${origin}/api/auth${ticketPath.reset}?${new URLSearchParams({ ticket })}`, hours: ticketHours.reset };
};
