import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { hasLapsedSql, lapseSql, invitationJsonSql, type Invitation } from './answers';
import type { Letters, Reader } from './letters';

const atOnce = 20,
  firstRetrySeconds = 60;

interface Owed {
  readonly kind: string;
  readonly says: Readonly<Record<string, unknown>> | null;
  readonly noticeid: number | string;
  readonly userid: number | string;
  readonly email: string;
  readonly first_name: string;
  readonly locale: string | null;
  readonly status: string;
}
interface Due {
  readonly membershipid: number | string;
  readonly email: string;
  readonly name: string;
  readonly locale: string;
  readonly invitation: Invitation;
}

const listSql = `
  with forgotten as (delete from auth_invitations i using memberships m where m.membershipid = i.membershipid and (m.status <> 'invited' or m.deleted_at is not null))
  insert into auth_invitations (membershipid)
  select m.membershipid from memberships m
   where m.status = 'invited' and m.deleted_at is null and not exists (select 1 from auth_invitations i where i.membershipid = m.membershipid)
  on conflict do nothing`;

/** Claiming an invitation also sets when it is tried again, so no two processes send it and a crash loses nothing. */
const claimSql = `
  with due as (
         select membershipid from auth_invitations where sent_at is null and next_at <= now() order by next_at limit ${atOnce} for update skip locked),
       claimed as (
         update auth_invitations i set attempts = attempts + 1, next_at = now() + least(power(2, attempts), 60) * ${firstRetrySeconds} * interval '1 second'
           from due where due.membershipid = i.membershipid returning i.membershipid)
  select m.membershipid, m.email, coalesce(u.first_name, m.name) as name, coalesce(u.locale, s.locale, 'es') as locale, ${invitationJsonSql} as invitation
    from claimed c join memberships m on m.membershipid = c.membershipid
    join organizations o on o.organizationid = m.organizationid and o.deleted_at is null
    left join users u on u.email = m.email and u.deleted_at is null
    left join users s on s.userid = m.created_by
   where u.status is distinct from 'suspended'`;

/** Claimed like an invitation; removed after it was sent. */
const noticeSql = `
  with due as (select noticeid from auth_notices where next_at <= now() order by next_at limit ${atOnce} for update skip locked),
       claimed as (
         update auth_notices n set attempts = attempts + 1, next_at = now() + least(power(2, attempts), 60) * ${firstRetrySeconds} * interval '1 second'
           from due where due.noticeid = n.noticeid returning n.noticeid, n.userid, n.kind, n.says)
  select c.noticeid, c.kind, c.says, u.status, u.userid, u.email, u.first_name, u.locale from claimed c join users u on u.userid = c.userid and u.deleted_at is null`;

const toReader = ({ userid, email, first_name, locale }: Owed): Reader => ({
  userid: Number(userid),
  email,
  name: first_name,
  locale: locale ?? 'es',
});

const sendNotices = async (pool: pg.Pool, letters: Letters, log: FastifyBaseLogger): Promise<void> => {
  const { rows } = await pool.query<Owed>(noticeSql);
  for (const due of rows) {
    try {
      if (due.kind === 'factorReset') await letters.factorReset(toReader(due));
      else if (due.kind === 'seenAs') await letters.seenAs(toReader(due), due.says ?? {});
      else if (due.status === 'active') await letters.reset(toReader(due)); // somebody who was suspended meanwhile gets no link
      await pool.query('delete from auth_notices where noticeid = $1', [due.noticeid]);
    } catch (error) {
      log.error({ err: error, userid: Number(due.userid) }, 'a letter about an account was not sent');
    }
  }
};

export interface Invitations {
  /** Sends letters to everybody who was invited and has no letter yet, and every other letter about an account that is due. */
  readonly sendDue: () => Promise<void>;
  /** Sends the letter again to an address that was invited and asks for it. */
  readonly resend: (email: string) => Promise<void>;
}

/** Invitations follow the memberships: no matter how one was created, its letter is sent once, after the commit. */
export const createInvitations = (pool: pg.Pool, letters: Letters, log: FastifyBaseLogger): Invitations => ({
  sendDue: async () => {
    if ((await pool.query(hasLapsedSql)).rows.length > 0) await pool.query(lapseSql, [randomUUID()]);
    await pool.query(listSql);
    const { rows } = await pool.query<Due>(claimSql);
    for (const due of rows) {
      try {
        await letters.invite(due, due.invitation);
        await pool.query('update auth_invitations set sent_at = now() where membershipid = $1', [due.membershipid]);
      } catch (error) {
        log.error({ err: error, membershipid: Number(due.membershipid) }, 'an invitation was not sent');
      }
    }
    await sendNotices(pool, letters, log);
  },
  resend: async (email) =>
    void (await pool.query(
      `update auth_invitations i set sent_at = null, next_at = now() from memberships m
      where m.membershipid = i.membershipid and m.email = $1 and m.status = 'invited' and m.deleted_at is null and i.sent_at is not null`,
      [email],
    )),
});
