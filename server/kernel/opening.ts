import type pg from 'pg';
import { limitsSql, type TimeLimits } from '../database/timeLimits';
import type { Bearer } from './ApiDeps';
import { unauthenticated } from './DomainError';
import type { Member } from './grants';

/**
 * Whether the session is alive and belongs to the person of the token, or now looks as that person (sessions of another site last as long
 * as their short token), and which keys are valid now.
 */
const checkSql = `
  select case when $1::text is null then true else (
           select s.revoked_at is null and s.expires > now() and s.last_active > now() - $2::float8 * interval '1 millisecond'
             from auth_sessions s join users u on u.userid = case when s.seen_until > now() then s.seen_userid else s.userid end where s.sid = $1::text and u.asdeporteid = $3::text) end as live,
         (select stamp::text from access_stamp) as stamp`;
const enteringSql = (first: number): string =>
  ['app.org', 'app.userid', 'role', 'statement_timeout', 'lock_timeout']
    .map((name, at) => `set_config('${name}', $${first + at}::text, true)`)
    .join(', ');
/** The same, and then continues as the member: one statement, whose plan the database keeps. */
const enterSql = `${checkSql}, ${enteringSql(4)}`;
/** The primary checks the person, so revoked permissions count at once. It also knows the last transaction in which the person wrote. */
const lookSql = `select checked.live, checked.stamp, (select wrote::text from user_writes where userid = $4) as wrote from (${checkSql}) checked`;
/**
 * Whether the replica has that transaction, and then continues as the member. A snapshot of a replica lists no transactions that are
 * under way there, so it does not say; their status does, which is asked only for those that the replica has heard of.
 */
const placeSql = `
  select case when $1::text is null then true
              when $1::text::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) then false
              else coalesce(pg_xact_status($1::text::xid8), 'committed') = 'committed' end as has_own, ${enteringSql(2)}`;

const roleOf = ({ grants }: Member): string => (grants.is_platform ? 'dorsal_platform' : 'dorsal_tenant');
/** The settings of a member's transaction, as `enteringSql` takes them. */
const settingsOf = (member: Member, { statementMs, lockMs }: TimeLimits): readonly string[] => [
  String(Number(member.grants.organizationid ?? 0)),
  String(Number(member.userid)),
  roleOf(member),
  String(statementMs),
  String(lockMs),
];
/** Continues as a member. */
export const roleSql = (member: Member): string =>
  `set local role ${roleOf(member)}; set local app.org = '${Number(member.grants.organizationid ?? 0)}'; set local app.userid = '${Number(member.userid)}'`;
/** The same at the beginning, with the limits of the transaction. */
export const entrySql = (member: Member, limits: TimeLimits): string => [roleSql(member), limitsSql(limits)].filter(Boolean).join('; ');

/** What the database answers about a bearer. */
export interface Check {
  readonly live: boolean | null;
  readonly stamp: string | null;
}
export interface Looked extends Check {
  readonly wrote: string | null;
}
/** A transaction that begins: for whom, and how long it may take. */
export interface Opening {
  readonly bearer: Bearer;
  readonly idleMs: number;
  readonly limits: TimeLimits;
}

/** Begins a transaction and checks the bearer, in one exchange; as the member if that is known. */
export const open = async (
  client: pg.ClientBase,
  { bearer: { asdeporteId, sid }, idleMs, limits }: Opening,
  member?: Member,
): Promise<Check> => {
  const begun = client.query('begin');
  const checking = member
    ? client.query<Check>({ name: 'd_enter', text: enterSql, values: [sid, idleMs, asdeporteId, ...settingsOf(member, limits)] })
    : client.query<Check>({ name: 'd_check', text: checkSql, values: [sid, idleMs, asdeporteId] });
  const [
    ,
    {
      rows: [check],
    },
  ] = await Promise.all([begun, checking]);
  if (!check?.live) throw unauthenticated();
  return check;
};

/** Asks the primary about a bearer before a replica reads for them. */
export const look = async (pool: pg.Pool, { asdeporteId, sid }: Bearer, idleMs: number, { userid }: Member): Promise<Looked> => {
  const {
    rows: [check],
  } = await pool.query<Looked>({ name: 'd_look', text: lookSql, values: [sid, idleMs, asdeporteId, userid] });
  if (!check?.live) throw unauthenticated();
  return check;
};

/** Continues on a replica as the member, and says whether it has what they wrote. */
export const place = async (client: pg.ClientBase, wrote: string | null, member: Member, limits: TimeLimits): Promise<boolean> => {
  const {
    rows: [placed],
  } = await client.query<{ has_own: boolean }>({ name: 'd_place', text: placeSql, values: [wrote, ...settingsOf(member, limits)] });
  return placed?.has_own === true;
};
