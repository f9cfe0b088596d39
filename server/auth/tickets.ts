import type pg from 'pg';
import { fingerprint, randomText } from './secrets';

export type Purpose = 'invitation' | 'reset';

/** Who a ticket speaks for, and whether that person still has to choose a password. */
export interface TicketHolder {
  readonly userid: number;
  readonly membershipid: number | null;
  readonly email: string;
  readonly name: string;
  readonly organization: string | null;
  readonly hasPassword: boolean;
}

export interface Tickets {
  /** The text for a link; it is kept nowhere. */
  readonly issue: (purpose: Purpose, userid: number, membershipid?: number | null) => Promise<string>;
  /** Whom a ticket speaks for while it is good; null for every other text. */
  readonly peek: (purpose: Purpose, ticket: string) => Promise<TicketHolder | null>;
  /** Uses a ticket up; null when it was used, has expired or never was. Of two at the same moment one gets it. */
  readonly redeem: (purpose: Purpose, ticket: string) => Promise<TicketHolder | null>;
}

/** How long a link is good, in hours. */
export const ticketHours: Readonly<Record<Purpose, number>> = { invitation: 7 * 24, reset: 1 };

interface HolderRow {
  readonly userid: number | string; readonly membershipid: number | string | null; readonly email: string; readonly name: string;
  readonly organization: string | null; readonly has_password: boolean;
}

/** An invitation lasts as long as the membership waits for it; a reset needs a person who may sign in. */
const holder = (from: string): string => `
  select t.userid, t.membershipid, u.email, u.first_name as name, o.name as organization,
         exists (select 1 from auth_credentials c where c.userid = u.userid) and u.status = 'active' as has_password
    from ${from} t
    join users u on u.userid = t.userid and u.deleted_at is null and u.status <> 'suspended'
    left join memberships m on m.membershipid = t.membershipid and m.deleted_at is null
    left join organizations o on o.organizationid = m.organizationid and o.deleted_at is null
   where (t.purpose = 'invitation' and m.status = 'invited' and o.organizationid is not null) or (t.purpose = 'reset' and u.status = 'active')`;

const good = `purpose = $1 and ticket_hash = $2 and used_at is null and expires > now()`;

const toHolder = (row: HolderRow | undefined): TicketHolder | null => row ? {
  userid: Number(row.userid), membershipid: row.membershipid === null ? null : Number(row.membershipid), email: row.email, name: row.name,
  organization: row.organization, hasPassword: row.has_password,
} : null;

/** Links of mails: random, kept as a hash, good once and for a while. */
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
      const { rows } = await pool.query<HolderRow>(`with t as (select * from auth_tickets where ${good}) ${holder('t')}`, [purpose, hashOf(ticket)]);
      return toHolder(rows[0]);
    },
    redeem: async (purpose, ticket) => {
      const { rows } = await pool.query<HolderRow>(`with t as (update auth_tickets set used_at = now() where ${good} returning *) ${holder('t')}`, [purpose, hashOf(ticket)]);
      const found = toHolder(rows[0]);
      if (found) await pool.query('update auth_tickets set used_at = now() where userid = $1 and purpose = $2 and membershipid is not distinct from $3 and used_at is null', [found.userid, purpose, found.membershipid]);
      return found;
    },
  };
};
