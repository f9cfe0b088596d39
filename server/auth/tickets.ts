import type pg from 'pg';
import { answerDays, waits } from './answers';
import { fingerprint, randomText } from '../kernel/secrets';

export type Purpose = 'invitation' | 'reset' | 'device';

/** The owner of a ticket: an account, or an address without one. */
export interface TicketHolder {
  readonly userid: number | null;
  readonly membershipid: number | null;
  readonly email: string;
  readonly name: string;
  /** Whether there is an account that can sign in. */
  readonly hasAccount: boolean;
  readonly hasPassword: boolean;
}

export interface Tickets {
  /** The text for a link; it is not stored. */
  readonly issue: (purpose: Purpose, userid: number | null, membershipid?: number | null) => Promise<string>;
  /** The owner of a valid ticket; null for every other text. */
  readonly peek: (purpose: Purpose, ticket: string) => Promise<TicketHolder | null>;
  /** Uses a ticket; null when it was used, has expired or never existed. Of two simultaneous uses one succeeds. */
  readonly redeem: (purpose: Purpose, ticket: string) => Promise<TicketHolder | null>;
}

/** How long a link is valid, in hours. */
export const ticketHours: Readonly<Record<Purpose, number>> = { invitation: answerDays * 24, reset: 1, device: 1 };

interface HolderRow {
  readonly userid: number | string | null;
  readonly membershipid: number | string | null;
  readonly email: string;
  readonly name: string;
  readonly has_account: boolean;
  readonly has_password: boolean;
}

/** An invitation is valid as long as the membership waits for it; a reset and a device need a person who may sign in. */
const holder = (from: string): string => `
  select u.userid, t.membershipid, coalesce(u.email, m.email) as email, case t.purpose when 'invitation' then m.name else u.first_name end as name,
         coalesce(u.status = 'active', false) as has_account, exists (select 1 from auth_credentials c where c.userid = u.userid) and u.status = 'active' as has_password
    from ${from} t
    left join (memberships m join organizations o on o.organizationid = m.organizationid and ${waits}) on t.purpose = 'invitation' and m.membershipid = t.membershipid
    left join users u on u.deleted_at is null and case t.purpose when 'invitation' then u.email = m.email else u.userid = t.userid end
   where (t.purpose = 'invitation' and m.membershipid is not null and u.status is distinct from 'suspended') or (t.purpose in ('reset', 'device') and u.status = 'active')`;

const good = `purpose = $1 and ticket_hash = $2 and used_at is null and expires > now()`;

const toHolder = (row: HolderRow | undefined): TicketHolder | null =>
  row
    ? {
        userid: row.userid === null ? null : Number(row.userid),
        membershipid: row.membershipid === null ? null : Number(row.membershipid),
        email: row.email,
        name: row.name,
        hasAccount: row.has_account,
        hasPassword: row.has_password,
      }
    : null;

/** Links in mails: random, stored as a hash, valid once and for a limited time. */
export const createTickets = (pool: pg.Pool, secret: string): Tickets => {
  const hashOf = (ticket: string): string => fingerprint(secret, 'ticket', ticket);
  return {
    issue: async (purpose, userid, membershipid = null) => {
      const ticket = randomText();
      await pool.query(
        `insert into auth_tickets (ticket_hash, purpose, userid, membershipid, expires) values ($1, $2, $3, $4, now() + $5::int * interval '1 hour')`,
        [hashOf(ticket), purpose, userid, membershipid, ticketHours[purpose]],
      );
      await pool.query(`delete from auth_tickets where expires < now() - interval '30 days'`);
      return ticket;
    },
    peek: async (purpose, ticket) => {
      const { rows } = await pool.query<HolderRow>(`with t as (select * from auth_tickets where ${good}) ${holder('t')}`, [
        purpose,
        hashOf(ticket),
      ]);
      return toHolder(rows[0]);
    },
    redeem: async (purpose, ticket) => {
      const { rows } = await pool.query<HolderRow>(
        `with t as (update auth_tickets set used_at = now() where ${good} returning *) ${holder('t')}`,
        [purpose, hashOf(ticket)],
      );
      const found = toHolder(rows[0]);
      if (found)
        await pool.query(
          'update auth_tickets set used_at = now() where purpose = $1 and used_at is null and case when $2::bigint is null then userid = $3 else membershipid = $2 end',
          [purpose, found.membershipid, found.userid],
        );
      return found;
    },
  };
};
