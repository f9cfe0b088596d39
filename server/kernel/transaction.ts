import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type pg from 'pg';
import type { Grants, Registry } from '@/schema';
import { noGrants } from '@/schema/access';
import type { ApiDeps, Bearer } from './ApiDeps';
import { asArrays } from './asArrays';
import type { Caller } from './Caller';
import { DomainError, unauthenticated } from './DomainError';
import { remembered, type Member, type Person } from './grants';
import type { Locale } from './messages';
import { isAway, isTooSlow } from '../database/faults';
import type { Replica } from '../database/replica';
import { type TimeLimits, timeLimits } from '../database/timeLimits';
import { withOwner } from '../database/transaction';
import { entrySql, look, open, type Opening, place, roleSql } from './opening';
import { repeated } from './repeated';
import { runnerOf } from './runnerOf';
import { overIfBeyond, readBearer } from './seeing';
import { type Watch, watchOver } from './watchOver';
import type { Runner } from './select';
import { explainLate } from './constraints';

/** One request, as the services use it. */
export interface Call {
  readonly authorization: string | undefined;
  readonly locale: Locale;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The client that waits for the answer; absent when there is none. */
  readonly caller?: Caller;
  /** Whether the request only asks for what a screen shows. */
  readonly asks?: boolean;
}

/** A part of work that takes more than one transaction; answers whether there is more. */
export type Part = (tx: Transaction) => Promise<boolean>;

/** An open transaction under the role of one person, with everything that decides what they see; or of the server itself. */
export interface Transaction extends Runner {
  readonly call: Call;
  readonly bearer: Bearer;
  readonly userid: number | null;
  readonly userName: string;
  /** Who looks as this person; null when it is the person. */
  readonly seenBy: Person | null;
  readonly grants: Grants;
  readonly locale: Locale;
  readonly registry: Registry;
  /** Whether the transaction will be rolled back: work that only takes time and refuses nothing may be skipped. */
  readonly isRehearsal: boolean;
  /** Called by a read that wrote something: the answer then waits for the commit. */
  readonly keep: () => void;
  /**
   * Continues after this transaction is committed: the work runs in one short transaction after another, with other work in between,
   * until it answers that nothing is left.
   *
   * What is committed stays when a later part fails, so it must be a state that people understand and from which the same call, or a
   * job, continues. The answer waits for all of it.
   */
  readonly further: (work: Part) => void;
  readonly client: pg.ClientBase;
  /** Works as the owner of the database, without policies: only for what no policy can express. It can be nested. */
  readonly asOwner: <T>(work: () => Promise<T>) => Promise<T>;
  /** Continues as a member of another organization, for the person who has just created it. */
  readonly enterOrganization: (organizationid: number) => Promise<void>;
}

const keyOf = ({ asdeporteId, org, by }: Bearer): string =>
  [asdeporteId, org ?? '', ...(by ? [by.asdeporteId, by.org ?? ''] : [])].join(' ');

/** Opens the transaction in one exchange when the member is known and unchanged, and reads the member again otherwise. */
const enter = async (client: pg.ClientBase, deps: ApiDeps, bearer: Bearer, limits: TimeLimits): Promise<Member> => {
  const key = keyOf(bearer);
  const known = deps.members.get(key);
  const opening: Opening = { bearer, idleMs: deps.sessionIdleMs, limits };
  const { stamp } = await open(client, opening, known?.member);
  if (known && known.stamp === stamp) return known.member;
  if (known) {
    await client.query('rollback');
    await open(client, opening);
  }
  const member = await readBearer(client, bearer);
  if (!member) throw bearer.sid === null ? new DomainError('UNKNOWN_PERSON') : unauthenticated(); // the token of another site is valid, so a newer one would not help
  deps.members.set(key, remembered(stamp ?? '', member));
  await client.query(entrySql(member, limits));
  return member;
};

/** How a transaction ends when nothing failed: a reader waits for the commit only if it wrote, a rehearsal rolls back. */
export type Ending = 'look' | 'read' | 'write' | 'rehearse';

interface Actor {
  readonly call: Call;
  readonly bearer: Bearer;
  readonly member: Omit<Member, 'userid'> & { readonly userid: number | null };
  readonly role: string;
  readonly ending?: Ending;
  readonly keep?: () => void;
  readonly watch?: Watch;
  readonly parts?: Part[];
}
/** The open transaction of a connection, as the services use it. */
export const transactionOf = (
  client: pg.ClientBase,
  registry: Registry,
  { call, bearer, member, role, ending, keep = () => {}, watch, parts = [] }: Actor,
): Transaction => {
  let isOwner = false;
  const runner = runnerOf(client);
  return {
    call,
    bearer,
    client,
    [asArrays]: async (statement) => {
      watch?.check();
      return runner[asArrays](statement);
    },
    userid: member.userid,
    userName: member.name,
    seenBy: member.seenBy ?? null,
    grants: member.grants,
    locale: call.locale,
    registry,
    isRehearsal: ending === 'rehearse',
    keep,
    further: (work) => void parts.push(work),
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

/** The connection broke during a commit, so its outcome is unknown. */
const uncertain = (error: unknown): unknown => (isAway(error) ? new DomainError('UNCERTAIN', { cause: error }) : error);
const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw uncertain(error);
  });
  if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed');
};

interface Asked {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly bearer: Bearer;
  /** Work that is left for further transactions. */
  readonly parts: Part[];
}
interface Asker extends Asked {
  readonly keep: () => void;
  readonly limits: TimeLimits;
  readonly watch: Watch;
}
/** Reads as the cached member, in the same exchange that checks them; answers undefined when the member has changed. */
const readAhead = async <T>(
  client: pg.ClientBase,
  { deps, call, bearer, keep, limits, watch }: Asker,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T } | null> => {
  const known = deps.members.get(keyOf(bearer));
  if (!known) return null;
  const { member, stamp } = known;
  const [checked, read] = await Promise.allSettled([
    open(client, { bearer, idleMs: deps.sessionIdleMs, limits }, member),
    work(transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), keep, watch })),
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
  { deps, call, bearer, keep, limits, watch, parts }: Asker,
  ending: Ending,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T; readonly tx: Transaction }> => {
  const member = await enter(client, deps, bearer, limits);
  const tx = transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), ending, keep, watch, parts });
  return { result: await work(tx), tx };
};

/** Stores that a person wrote, and in which transaction. */
export const noteWriteSql =
  'insert into user_writes (userid, wrote) values ($1, pg_current_xact_id()) on conflict (userid) do update set wrote = excluded.wrote';

/** Reads from the replica; answers undefined when it does not yet have what the person wrote. */
const readFrom = async <T>(
  replica: Replica,
  { deps, call, bearer }: Asked,
  member: Member,
  wrote: string | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T } | null> => {
  const client = await replica.pool.connect();
  const limits = timeLimits(replica.pool, 'read'),
    watch = watchOver({ client, pool: replica.pool, wholeMs: 0, caller: call.caller });
  const keep = (): never => {
    throw new Error('a replica keeps nothing');
  };
  try {
    const tx = transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), keep, watch });
    const [begun, placed, read] = await Promise.allSettled([client.query('begin'), place(client, wrote, member, limits), work(tx)]);
    if (begun.status === 'rejected') throw begun.reason;
    if (placed.status === 'rejected') throw placed.reason;
    if (placed.value && read.status === 'rejected') throw read.reason;
    void watch.leave('rollback');
    return placed.value && read.status === 'fulfilled' ? { result: read.value } : null;
  } catch (error) {
    await watch.leave('rollback', error);
    throw watch.reason() ?? error;
  }
};

/** Reads from the replica if that is as good as the primary. If it fails, except for the cost of the query itself, the primary is asked. */
const lookAside = async <T>(asked: Asked, work: (tx: Transaction) => Promise<T>): Promise<{ readonly result: T } | null> => {
  const { deps, bearer, call } = asked,
    { replica } = deps,
    known = deps.members.get(keyOf(bearer));
  if (!known || !replica?.isNear()) return null;
  const check = await look(deps.pool, bearer, deps.sessionIdleMs, known.member);
  if (check.stamp !== known.stamp) return null;
  try {
    return await readFrom(replica, asked, known.member, check.wrote, work);
  } catch (error) {
    if (isTooSlow(error) || call.caller?.isGone()) throw error;
    if (isAway(error)) replica.suspect(error);
    return null;
  }
};

/** Stores, in the same transaction, that the person wrote, so every process knows what a replica must have before it answers them. */
const noteWrite = ({ deps: { replica, members }, bearer }: Pick<Asked, 'deps' | 'bearer'>, client: pg.ClientBase): void => {
  const userid = members.get(keyOf(bearer))?.member.userid;
  if (replica && userid !== undefined) client.query(noteWriteSql, [userid]).catch(() => {}); // the commit fails with it
};

const once = async <T>(asked: Asked, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const looked = ending === 'look' ? await lookAside(asked, work) : null;
  if (looked) return looked.result;
  const { pool } = asked.deps,
    isRead = ending === 'look' || ending === 'read',
    limits = timeLimits(pool, isRead ? 'read' : 'write');
  asked.parts.length = 0; // of an attempt that was rolled back
  const client = await pool.connect();
  const watch = watchOver({ client, pool, wholeMs: limits.wholeMs, caller: ending === 'write' ? undefined : asked.call.caller });
  let isKept = ending === 'write';
  const asker: Asker = {
    ...asked,
    limits,
    watch,
    keep: () => {
      isKept = true;
    },
  };
  try {
    watch.check();
    const ahead = isRead ? await readAhead(client, asker, work) : null;
    const { result, tx } = ahead ? { ...ahead, tx: null } : await performed(client, asker, ending, work);
    if (isKept) {
      watch.check();
      watch.stop();
      noteWrite(asked, client);
      await commit(client).catch((error: unknown) => {
        throw tx ? explainLate(tx, error) : error;
      });
      client.release();
    } else void watch.leave(isRead ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await watch.leave('rollback', error);
    throw watch.reason() ?? error;
  }
};

/** Does what a transaction left for later, which may leave more. */
export const doParts = async (parts: Part[], within: (part: Part) => Promise<boolean>): Promise<void> => {
  const waiting = [...parts];
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    await setImmediate(); // the embedded database answers within one turn of the event loop; this lets other requests in
    const isMore = await within(part);
    waiting.unshift(...(isMore ? [part] : []), ...parts);
  }
};

/** Runs work as the person of the token, under row-level security. It may run more than once, so it must have no other effects. */
export const inTransaction = async <T>(deps: ApiDeps, call: Call, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const bearer = await deps.verifyBearer(call.authorization, call.ip);
  if (bearer.by && (!call.asks || ending === 'write' || ending === 'rehearse')) throw new DomainError('SEEING_READ_ONLY');
  const parts: Part[] = [];
  const within = <R>(each: (tx: Transaction) => Promise<R>): Promise<R> =>
    repeated(() => once({ deps, call, bearer, parts }, ending, each));
  const result = await within(work).catch((error: unknown) => overIfBeyond(deps, bearer, error));
  if (ending === 'write') await doParts(parts, within);
  return result;
};

const nobody = {
  bearer: { asdeporteId: '', sid: '', org: null },
  member: { userid: null, name: '', grants: noGrants(0) },
  role: '',
} as const;

/** The same as the server itself, without policies: for jobs, gateways and people without an account. Its rows name no person. */
export const inSystemTransaction = async <T>(
  { pool, registry }: Pick<ApiDeps, 'pool' | 'registry'>,
  work: (tx: Transaction) => Promise<T>,
  of: Partial<Call> = {},
): Promise<T> => {
  const call: Call = { locale: 'es', ip: '', userAgent: '', requestId: randomUUID(), ...of, authorization: undefined };
  const parts: Part[] = [];
  const within = <R>(each: (tx: Transaction) => Promise<R>): Promise<R> =>
    repeated(() => {
      parts.length = 0;
      return withOwner(pool, (client) => each(transactionOf(client, registry, { ...nobody, call, parts })), timeLimits(pool, 'job'));
    });
  const result = await within(work);
  await doParts(parts, within);
  return result;
};
