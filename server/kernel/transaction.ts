import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Grants, Registry } from '@/schema';
import { noGrants } from '@/schema/access';
import type { ApiDeps, Bearer } from './ApiDeps';
import { conflict, DomainError, invalid, unauthenticated } from './DomainError';
import { loadMember, remembered, type Member } from './grants';
import type { Locale } from './messages';
import { codeOf, isAway } from '../database/faults';
import type { Replica } from '../database/replica';
import { leave, withOwner } from '../database/transaction';
import { runnerOf } from './runnerOf';
import type { Runner } from './select';
import { explainLate } from './constraints';

/** One request as the services see it. */
export interface Call {
  readonly authorization: string | undefined;
  readonly locale: Locale;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** An open transaction under the role of one person, with everything that decides what they see; or of the server itself, which is nobody. */
export interface Transaction extends Runner {
  readonly call: Call;
  readonly bearer: Bearer;
  readonly userid: number | null;
  readonly userName: string;
  readonly grants: Grants;
  readonly locale: Locale;
  readonly registry: Registry;
  /** Whether everything is going to be undone: what only costs time, and refuses nothing, may be left out. */
  readonly isRehearsal: boolean;
  /** Told by a read that wrote something down: nothing is answered before that is kept. */
  readonly keep: () => void;
  readonly client: pg.ClientBase;
  /** Works as the owner of the database, past the policies: only for what no policy can say. Work within it may ask for the same. */
  readonly asOwner: <T>(work: () => Promise<T>) => Promise<T>;
  /** Continues as a member of another organisation, for the one who has just founded it. */
  readonly enterOrganization: (organizationid: number) => Promise<void>;
}

/** Whether the session lives and is of whom the token speaks for, one that another site keeps as long as its short token, and which keys hold now. */
const checkSql = `
  select case when $1::text is null then true else (
           select s.revoked_at is null and s.expires > now() and s.last_active > now() - $2::float8 * interval '1 millisecond'
             from auth_sessions s join users u on u.userid = s.userid where s.sid = $1::text and u.asdeporteid = $3::text) end as live,
         (select stamp::text from access_stamp) as stamp`;
/** The same, and from then on as the member: in one statement, whose plan the database keeps. */
const enterSql = `${checkSql}, set_config('app.org', $4::text, true), set_config('app.userid', $5::text, true), set_config('role', $6::text, true)`;
const roleOf = ({ grants }: Member): string => (grants.is_platform ? 'dorsal_platform' : 'dorsal_tenant');
const settingsOf = (member: Member): readonly string[] => [
  String(Number(member.grants.organizationid ?? 0)),
  String(Number(member.userid)),
  roleOf(member),
];
const roleSql = (member: Member): string => {
  const [org, userid, role] = settingsOf(member);
  return `set local role ${role}; set local app.org = '${org}'; set local app.userid = '${userid}'`;
};

interface Check {
  readonly live: boolean | null;
  readonly stamp: string | null;
}
const open = async (client: pg.ClientBase, { asdeporteId, sid }: Bearer, idleMs: number, member?: Member): Promise<Check> => {
  const begun = client.query('begin');
  const checking = member
    ? client.query<Check>({ name: 'd_enter', text: enterSql, values: [sid, idleMs, asdeporteId, ...settingsOf(member)] })
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

const keyOf = ({ asdeporteId, org }: Bearer): string => `${asdeporteId} ${org ?? ''}`;

/** Opens the transaction in one exchange when the member is known and unchanged, and reads the member anew otherwise. */
const enter = async (client: pg.ClientBase, deps: ApiDeps, bearer: Bearer): Promise<Member> => {
  const key = keyOf(bearer);
  const known = deps.members.get(key);
  const { stamp } = await open(client, bearer, deps.sessionIdleMs, known?.member);
  if (known && known.stamp === stamp) return known.member;
  if (known) {
    await client.query('rollback');
    await open(client, bearer, deps.sessionIdleMs);
  }
  const member = await loadMember(client, bearer.asdeporteId, bearer.org);
  if (!member) throw bearer.sid === null ? new DomainError('UNKNOWN_PERSON') : unauthenticated(); // another site's token is right: asking for a newer one helps nobody
  deps.members.set(key, remembered(stamp ?? '', member));
  await client.query(roleSql(member));
  return member;
};

/** How a transaction ends when nothing went wrong: a reader does not wait for it unless it wrote something down, a rehearsal undoes it. What only looks may be answered by a replica. */
export type Ending = 'look' | 'read' | 'write' | 'rehearse';

interface Actor {
  readonly call: Call;
  readonly bearer: Bearer;
  readonly member: Omit<Member, 'userid'> & { readonly userid: number | null };
  readonly role: string;
  readonly ending?: Ending;
  readonly keep?: () => void;
}
const transactionOf = (
  client: pg.ClientBase,
  registry: Registry,
  { call, bearer, member, role, ending, keep = () => {} }: Actor,
): Transaction => {
  let isOwner = false;
  return {
    call,
    bearer,
    client,
    rows: runnerOf(client).rows,
    userid: member.userid,
    userName: member.name,
    grants: member.grants,
    locale: call.locale,
    registry,
    isRehearsal: ending === 'rehearse',
    keep,
    asOwner: async (work) => {
      if (isOwner) return work();
      isOwner = true;
      try {
        await client.query('set local role none');
        const result = await work();
        if (role) await client.query(role);
        return result;
      } finally {
        isOwner = false;
      }
    },
    enterOrganization: async (organizationid) => {
      await client.query(`set local app.org = '${Number(organizationid)}'`);
    },
  };
};

/** Nobody knows whether a commit that was lost on its way was made. */
const uncertain = (error: unknown): unknown => (isAway(error) ? new DomainError('UNCERTAIN', { cause: error }) : error);
const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw uncertain(error);
  });
  if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed');
};

interface Asker {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly bearer: Bearer;
  readonly keep: () => void;
}
/** Reads as the member who was known, in the same exchange that checks them; answers nothing when the member has changed since. */
const readAhead = async <T>(
  client: pg.ClientBase,
  { deps, call, bearer, keep }: Asker,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T } | null> => {
  const known = deps.members.get(keyOf(bearer));
  if (!known) return null;
  const { member, stamp } = known;
  const [checked, read] = await Promise.allSettled([
    open(client, bearer, deps.sessionIdleMs, member),
    work(transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), keep })),
  ]);
  if (checked.status === 'rejected') throw checked.reason;
  if (checked.value.stamp !== stamp) {
    await client.query('rollback');
    return null;
  }
  if (read.status === 'rejected') throw read.reason;
  return { result: read.value };
};

const performed = async <T>(
  client: pg.ClientBase,
  { deps, call, bearer, keep }: Asker,
  ending: Ending,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T; readonly tx: Transaction }> => {
  const member = await enter(client, deps, bearer);
  const tx = transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), ending, keep });
  return { result: await work(tx), tx };
};

/** Who asks is judged by the primary, so what was taken away is gone at once; it also knows the last transaction in which the person wrote. */
const lookSql = `select checked.live, checked.stamp, (select wrote::text from user_writes where userid = $4) as wrote from (${checkSql}) checked`;
/** Whether the replica has that transaction, and from then on as the member. */
const placeSql = `select $1::text is null or pg_visible_in_snapshot($1::text::xid8, pg_current_snapshot()) as has_own, set_config('app.org', $2::text, true), set_config('app.userid', $3::text, true), set_config('role', $4::text, true)`;
const noteWriteSql =
  'insert into user_writes (userid, wrote) values ($1, pg_current_xact_id()) on conflict (userid) do update set wrote = excluded.wrote';
interface Looked extends Check {
  readonly wrote: string | null;
}

/** Reads from the replica; answers nothing when it does not have yet what the person wrote. */
const readFrom = async <T>(
  replica: Replica,
  { deps, call, bearer }: Omit<Asker, 'keep'>,
  member: Member,
  wrote: string | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T } | null> => {
  const client = await replica.pool.connect();
  const keep = (): never => {
    throw new Error('a replica keeps nothing');
  };
  try {
    const tx = transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), keep });
    const [begun, placed, read] = await Promise.allSettled([
      client.query('begin'),
      client.query<{ has_own: boolean }>({ name: 'd_place', text: placeSql, values: [wrote, ...settingsOf(member)] }),
      work(tx),
    ]);
    if (begun.status === 'rejected') throw begun.reason;
    if (placed.status === 'rejected') throw placed.reason;
    const hasOwn = placed.value.rows[0]?.has_own === true;
    if (hasOwn && read.status === 'rejected') throw read.reason;
    void leave(client, 'rollback');
    return hasOwn && read.status === 'fulfilled' ? { result: read.value } : null;
  } catch (error) {
    await leave(client, 'rollback', error);
    throw error;
  }
};

/** Looks at the replica where that is as good as the primary; whatever fails there, the primary has the last word. */
const lookAside = async <T>(asked: Omit<Asker, 'keep'>, work: (tx: Transaction) => Promise<T>): Promise<{ readonly result: T } | null> => {
  const { deps, bearer } = asked,
    { replica } = deps,
    known = deps.members.get(keyOf(bearer));
  if (!known || !replica?.isNear()) return null;
  const {
    rows: [check],
  } = await deps.pool.query<Looked>({
    name: 'd_look',
    text: lookSql,
    values: [bearer.sid, deps.sessionIdleMs, bearer.asdeporteId, known.member.userid],
  });
  if (!check?.live) throw unauthenticated();
  if (check.stamp !== known.stamp) return null;
  try {
    return await readFrom(replica, asked, known.member, check.wrote, work);
  } catch (error) {
    if (isAway(error)) replica.suspect(error);
    return null;
  }
};

/** Writes down, within the transaction that wrote, that the person did: any process then knows what a replica has to have before it answers them. */
const noteWrite = ({ deps: { replica, members }, bearer }: Pick<Asker, 'deps' | 'bearer'>, client: pg.ClientBase): void => {
  const userid = members.get(keyOf(bearer))?.member.userid;
  if (replica && userid !== undefined) client.query(noteWriteSql, [userid]).catch(() => {}); // the commit fails with it
};

const once = async <T>(asked: Omit<Asker, 'keep'>, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const looked = ending === 'look' ? await lookAside(asked, work) : null;
  if (looked) return looked.result;
  const isRead = ending === 'look' || ending === 'read';
  const client = await asked.deps.pool.connect();
  let isKept = ending === 'write';
  const asker = {
    ...asked,
    keep: () => {
      isKept = true;
    },
  };
  try {
    const ahead = isRead ? await readAhead(client, asker, work) : null;
    const { result, tx } = ahead ? { ...ahead, tx: null } : await performed(client, asker, ending, work);
    if (isKept) {
      noteWrite(asked, client);
      await commit(client).catch((error: unknown) => {
        throw tx ? explainLate(tx, error) : error;
      });
      client.release();
    } else void leave(client, isRead ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await leave(client, 'rollback', error);
    throw error;
  }
};

const mostTries = 4,
  pauseMs = 25;
/** Text that no column can hold, in what was asked: escapes of a query hide it from the look at the request. */
const isUnstorable = (error: unknown): boolean => ['22021', '22P05'].includes(codeOf(error));
const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** Where two transactions block each other the database ends one of them, and its work starts again. */
const repeated = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (isUnstorable(error)) throw invalid([]);
      if (!isTransient(error)) throw error;
      if (tried === mostTries) throw conflict('BUSY');
      await setTimeout(Math.random() * pauseMs * tried);
    }
  }
};

/** Runs work as the person of the token, under row-level security, and ends the transaction. It may be run more than once, so it must not reach outside the transaction. */
export const inTransaction = async <T>(deps: ApiDeps, call: Call, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const bearer = await deps.verifyBearer(call.authorization);
  return repeated(() => once({ deps, call, bearer }, ending, work));
};

const nobody = {
  bearer: { asdeporteId: '', sid: '', org: null },
  member: { userid: null, name: '', grants: noGrants(0) },
  role: '',
} as const;

/** The same as the server itself, whom no policy limits: jobs, and what payment gateways report. Rows that it writes name nobody. */
export const inSystemTransaction = <T>(
  { pool, registry }: Pick<ApiDeps, 'pool' | 'registry'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const call: Call = { authorization: undefined, locale: 'es', ip: '', userAgent: '', requestId: randomUUID() };
  return repeated(() => withOwner(pool, (client) => work(transactionOf(client, registry, { ...nobody, call }))));
};
