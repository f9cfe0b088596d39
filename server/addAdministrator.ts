import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { slugOf } from '@/fields/slug/slugOf';
import { registry } from '@/resources';
import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { organizations } from '@/resources/organizations/organizations';
import { users } from '@/resources/users/users';
import { inSystemTransaction, type Transaction } from './kernel/transaction';
import { addBeside, auditWritten, changeBeside } from './api/write/beside';
import { normalizeEmail } from './auth/accounts';
import { ticketPath } from './auth/letters';
import { createTickets, ticketHours } from './auth/tickets';

/** Whom to let administer everything. */
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
/** Where the person chooses a password, and for how many hours that works. */
export interface Added {
  readonly link: string;
  readonly hours: number;
}

const profile = 'super-admin',
  capital = 9;
const oneOf = async (tx: Transaction, text: string, values: readonly unknown[] = []): Promise<number | null> => {
  const [[id] = []] = await tx.run(text, values);
  return id === undefined || id === null ? null : Number(id);
};

/** The company whose members see every organisation; made when there is none. */
const companyOf = async (tx: Transaction, { company, email }: NewAdministrator): Promise<number> =>
  (await oneOf(
    tx,
    `select organizationid from organizations where is_platform and deleted_at is null and status = 'active' order by organizationid limit 1`,
  )) ??
  addBeside(tx, organizations, {
    name: company,
    slug: slugOf(company) || 'company',
    email,
    stateid: capital,
    region: 'centro',
    platforms: ['ASDEPORTE', 'EVENT', 'FMTRI', 'APOLO', 'APOLO-SUSCRIPTIONS'],
    is_platform: true,
    status: 'active',
  });

const personOf = async (tx: Transaction, { email, firstName, lastName }: NewAdministrator): Promise<number> => {
  const known = await oneOf(tx, 'select userid from users where lower(email) = $1 and deleted_at is null', [email]);
  if (known === null)
    return addBeside(tx, users, { email, first_name: firstName, last_name: lastName, status: 'active', asdeporteid: randomUUID() });
  await changeBeside(tx, users, `t.userid = $7 and (t.status <> 'active' or t.asdeporteid is null)`, [known], { status: 'active' });
  await tx.run('update users set asdeporteid = $2 where userid = $1 and asdeporteid is null', [known, randomUUID()]);
  return known;
};

const rolesSql = `written as (
  insert into membership_roles as mr (membershipid, organizationid, roleid, access, source)
  select $7, $9, pr.roleid, pr.access, 'profile' from profile_roles pr where pr.profileid = $8 and pr.deleted_at is null
     and not exists (select 1 from membership_roles old where old.membershipid = $7 and old.roleid = pr.roleid and old.deleted_at is null)
  returning mr.membership_roleid as id, mr.organizationid as owner, null::jsonb as before, jsonb_build_object('membershipid', mr.membershipid, 'roleid', mr.roleid, 'access', mr.access, 'source', mr.source) as after)`;
const enrol = async (
  tx: Transaction,
  userid: number,
  organizationid: number,
  { email, firstName, lastName }: NewAdministrator,
): Promise<void> => {
  const profileid = await oneOf(tx, 'select profileid from profiles where slug = $1 and organizationid is null and deleted_at is null', [
    profile,
  ]);
  const known = await oneOf(tx, 'select membershipid from memberships where userid = $1 and organizationid = $2 and deleted_at is null', [
    userid,
    organizationid,
  ]);
  if (known !== null)
    await changeBeside(tx, memberships, 't.membershipid = $7', [known], {
      profileid,
      status: 'active',
      event_scope: 'all',
      starts_at: null,
      expires_at: null,
    });
  const membershipid =
    known ??
    (await addBeside(tx, memberships, {
      email,
      name: `${firstName} ${lastName}`,
      userid,
      organizationid,
      profileid,
      status: 'active',
      event_scope: 'all',
    }));
  await auditWritten(tx, membership_roles, 'create', rolesSql, [membershipid, profileid, organizationid]);
};

/** Lets somebody administer everything, for an installation that nobody can administer: the first time, or when whoever could is gone. The link is good once, and only the one who may run this sees it. */
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
