import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import type pg from 'pg';
import type { Grants, Registry } from '@/schema';
import { noGrants } from '@/schema/access';
import type { ApiDeps, Bearer } from './ApiDeps';
import { conflict, unauthenticated } from './DomainError';
import { loadMember, remembered, type Member } from './grants';
import type { Locale } from './messages';
import { withOwner } from '../database/transaction';
import { wireTypes } from '../database/wireTypes';
import { compile } from './sql';
import { statementName } from './statementName';

/** One request as the services see it. */
export interface Call {
  readonly authorization: string | undefined;
  readonly locale: Locale;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** An open transaction under the role of one person, with everything that decides what they see; or of the server itself, which is nobody. */
export interface Transaction {
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
  /** Runs a fragment and answers its rows as arrays, in the order of the select list. */
  readonly rows: (fragment: SQL) => Promise<unknown[][]>;
  /** Works as the owner of the database, past the policies: only for what no policy can say. Work within it may ask for the same. */
  readonly asOwner: <T>(work: () => Promise<T>) => Promise<T>;
  /** Continues as a member of another organisation, for the one who has just founded it. */
  readonly enterOrganization: (organizationid: number) => Promise<void>;
  /** The same for text composed beforehand. */
  readonly run: (text: string, values?: readonly unknown[]) => Promise<unknown[][]>;
}

/** Whether the session lives, one that another site keeps as long as its short token, and which keys hold now. */
const checkSql = `
  select case when $1::text is null then true else (
           select s.revoked_at is null and s.expires > now() and s.last_active > now() - $2::float8 * interval '1 millisecond' from auth_sessions s where s.sid = $1::text) end as live,
         (select stamp::text from access_stamp) as stamp`;
/** The same, and from then on as the member: in one statement, whose plan the database keeps. */
const enterSql = `${checkSql}, set_config('app.org', $3::text, true), set_config('app.userid', $4::text, true), set_config('role', $5::text, true)`;
const roleOf = ({ grants }: Member): string => (grants.is_platform ? 'dorsal_platform' : 'dorsal_tenant');
const settingsOf = (member: Member): readonly string[] => [String(Number(member.grants.organizationid ?? 0)), String(Number(member.userid)), roleOf(member)];
const roleSql = (member: Member): string => {
  const [org, userid, role] = settingsOf(member);
  return `set local role ${role}; set local app.org = '${org}'; set local app.userid = '${userid}'`;
};

interface Check { readonly live: boolean | null; readonly stamp: string | null }
const open = async (client: pg.ClientBase, { sid }: Bearer, idleMs: number, member?: Member): Promise<Check> => {
  const begun = client.query('begin');
  const checking = member
    ? client.query<Check>({ name: 'd_enter', text: enterSql, values: [sid, idleMs, ...settingsOf(member)] })
    : client.query<Check>({ name: 'd_check', text: checkSql, values: [sid, idleMs] });
  const [, { rows: [check] }] = await Promise.all([begun, checking]);
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
  if (!member) throw unauthenticated();
  deps.members.set(key, remembered(stamp ?? '', member));
  await client.query(roleSql(member));
  return member;
};

/** How a transaction ends when nothing went wrong: a reader does not wait for it unless it wrote something down, a rehearsal undoes it. */
export type Ending = 'read' | 'write' | 'rehearse';

interface Actor { readonly call: Call; readonly bearer: Bearer; readonly member: Omit<Member, 'userid'> & { readonly userid: number | null }; readonly role: string; readonly ending?: Ending; readonly keep?: () => void }
const transactionOf = (client: pg.ClientBase, registry: Registry, { call, bearer, member, role, ending, keep = () => {} }: Actor): Transaction => {
  let isOwner = false;
  const run = async (text: string, values: readonly unknown[] = []): Promise<unknown[][]> => {
    const name = statementName(text);
    const result = await client.query<unknown[]>({ ...(name && { name }), text, values: values as unknown[], rowMode: 'array', types: wireTypes } as pg.QueryArrayConfig);
    return result.rows;
  };
  return {
    call, bearer, client, run, userid: member.userid, userName: member.name, grants: member.grants, locale: call.locale, registry, isRehearsal: ending === 'rehearse', keep,
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
    enterOrganization: async (organizationid) => { await client.query(`set local app.org = '${Number(organizationid)}'`); },
    rows: (fragment) => { const { sql, params } = compile(fragment); return run(sql, params); },
  };
};

const commit = async (client: pg.PoolClient): Promise<void> => {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction had failed before it was committed');
};
const leave = (client: pg.PoolClient, command: 'commit' | 'rollback'): Promise<void> =>
  client.query(command).then(() => client.release(), (error: Error) => client.release(error));

interface Asker { readonly deps: ApiDeps; readonly call: Call; readonly bearer: Bearer; readonly keep: () => void }
/** Reads as the member who was known, in the same exchange that checks them; answers nothing when the member has changed since. */
const readAhead = async <T>(client: pg.ClientBase, { deps, call, bearer, keep }: Asker, work: (tx: Transaction) => Promise<T>): Promise<{ readonly result: T } | null> => {
  const known = deps.members.get(keyOf(bearer));
  if (!known) return null;
  const { member, stamp } = known;
  const [checked, read] = await Promise.allSettled([open(client, bearer, deps.sessionIdleMs, member), work(transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), keep }))]);
  if (checked.status === 'rejected') throw checked.reason;
  if (checked.value.stamp !== stamp) {
    await client.query('rollback');
    return null;
  }
  if (read.status === 'rejected') throw read.reason;
  return { result: read.value };
};

const performed = async <T>(client: pg.ClientBase, { deps, call, bearer, keep }: Asker, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const member = await enter(client, deps, bearer);
  return work(transactionOf(client, deps.registry, { call, bearer, member, role: roleSql(member), ending, keep }));
};

const once = async <T>(asked: Omit<Asker, 'keep'>, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await asked.deps.pool.connect();
  let isKept = ending === 'write';
  const asker = { ...asked, keep: () => { isKept = true; } };
  try {
    const ahead = ending === 'read' ? await readAhead(client, asker, work) : null;
    const { result } = ahead ?? { result: await performed(client, asker, ending, work) };
    if (isKept) {
      await commit(client);
      client.release();
    } else void leave(client, ending === 'read' ? 'commit' : 'rollback');
    return result;
  } catch (error) {
    await leave(client, 'rollback');
    throw error;
  }
};

const mostTries = 4, pauseMs = 25;
const isTransient = (error: unknown): boolean => ['40001', '40P01'].includes(String((error as { readonly code?: unknown } | null)?.code));

/** Where two transactions block each other the database ends one of them, and its work starts again. */
const repeated = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error)) throw error;
      if (tried === mostTries) throw conflict('errors.busy');
      await setTimeout(Math.random() * pauseMs * tried);
    }
  }
};

/** Runs work as the person of the token, under row-level security, and ends the transaction. It may be run more than once, so it must not reach outside the transaction. */
export const inTransaction = async <T>(deps: ApiDeps, call: Call, ending: Ending, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const bearer = await deps.verifyBearer(call.authorization);
  return repeated(() => once({ deps, call, bearer }, ending, work));
};

const nobody = { bearer: { asdeporteId: '', sid: '', org: null }, member: { userid: null, name: '', grants: noGrants(0) }, role: '' } as const;

/** The same as the server itself, whom no policy limits: jobs, and what payment gateways report. Rows that it writes name nobody. */
export const inSystemTransaction = <T>({ pool, registry }: Pick<ApiDeps, 'pool' | 'registry'>, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const call: Call = { authorization: undefined, locale: 'es', ip: '', userAgent: '', requestId: randomUUID() };
  return repeated(() => withOwner(pool, (client) => work(transactionOf(client, registry, { ...nobody, call }))));
};
