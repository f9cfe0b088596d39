import type { FastifyInstance, FastifyRequest } from 'fastify';
import { homeZone } from '@/schema/homeZone';
import { mostDaysOfUse, type KeyUse } from '@/domain/keyUse';
import { api_keys } from '@/resources/api_keys/api_keys';
import { authKeyUses } from '../../database/authTables';
import { readOne } from '../../api/list/readOne';
import { askedSelection } from '../../api/list/Selection';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { calledFor } from '../../kernel/calledFor';
import { callOf, keyOf } from '../../kernel/callOf';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, inTransaction, type Transaction } from '../../kernel/transaction';

const u = columnsOf(authKeyUses);
/** How long counts stay in memory: what a killed process loses. */
const flushMs = 5000;
const hourMs = 3_600_000;
/** Counters that wait for a database which is away; more are not opened. */
const mostCounters = 20_000;
const keptDays = 90,
  mostRoutes = 8;
const refused = 400,
  limited = 429;

interface Counter {
  readonly key: number;
  readonly hour: number;
  readonly route: string;
  readonly status: number;
  calls: number;
}
/** Counts the calls of API keys in memory and adds them to the database in batches. */
export interface KeyUses {
  /** Counts each answer to a key; registered before the first route. */
  readonly observe: (app: FastifyInstance) => void;
  /** Writes what was counted until now; counts stay in memory when it fails. */
  readonly flush: () => Promise<void>;
}

const routeOf = (request: FastifyRequest): string => {
  const { field } = calledFor(request);
  return `${request.method} ${request.routeOptions.url ?? '*'}${field === undefined ? '' : ` ${field}`}`;
};

const write = (deps: Pick<ApiDeps, 'pool' | 'registry'>, counters: readonly Counter[]): Promise<void> =>
  inSystemTransaction(deps, (tx) =>
    // in one order, so that two processes wait for each other instead of stopping each other
    execute(
      tx,
      sql`insert into ${u} (${u.api_keyid}, ${u.hour}, ${u.route}, ${u.status}, ${u.calls})
          select c.key, to_timestamp(c.hour), c.route, c.status, c.calls
            from unnest(${counters.map(({ key }) => key)}::bigint[], ${counters.map(({ hour }) => (hour * hourMs) / 1000)}::float8[], ${counters.map(({ route }) => route)}::text[], ${counters.map(({ status }) => status)}::smallint[], ${counters.map(({ calls }) => calls)}::bigint[]) c(key, hour, route, status, calls)
           order by 1, 2, 3, 4
          on conflict (api_keyid, hour, route, status) do update set calls = ${u}.${u.calls} + excluded.calls`,
    ),
  );

/** A counter of calls for one process. `keyOfHeader` recognizes verified keys without asking the database. */
export const createKeyUses = (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  keyOfHeader: (header: string | undefined) => number | null,
): KeyUses => {
  let counters = new Map<string, Counter>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const add = (counter: Counter): void => {
    const name = `${counter.key} ${counter.hour} ${counter.status} ${counter.route}`;
    const known = counters.get(name);
    if (known) known.calls += counter.calls;
    else if (counters.size < mostCounters) counters.set(name, counter);
  };
  const writeAll = async (): Promise<void> => {
    if (counters.size === 0) return;
    const taken = [...counters.values()];
    counters = new Map();
    try {
      await write(deps, taken);
    } catch (error) {
      taken.forEach(add);
      throw error;
    }
  };
  const flush = (): Promise<void> => {
    const next = writing.then(writeAll);
    writing = next.catch(() => {});
    return next;
  };
  const flushLater = (app: FastifyInstance): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) => {
        app.log.error({ err: error }, 'calls of API keys are still to be written');
        flushLater(app);
      });
    }, flushMs).unref();
  };
  return {
    flush,
    observe: (app) => {
      app.addHook('onResponse', async (request, reply) => {
        const key = keyOfHeader(request.headers.authorization);
        if (key === null) return;
        const status = reply.statusCode < refused ? (calledFor(request).refusal ?? reply.statusCode) : reply.statusCode;
        add({ key, hour: Math.floor(Date.now() / hourMs), route: routeOf(request), status, calls: 1 });
        flushLater(app);
      });
      app.addHook('onClose', async () => {
        clearTimeout(timer);
        await flush().catch((error: unknown) => app.log.error({ err: error }, 'calls of API keys were lost'));
      });
    },
  };
};

/** Removes counts that nobody reads any more. */
export const forgetKeyUses = (tx: Transaction): Promise<void> =>
  execute(tx, sql`delete from ${u} where ${u.hour} < now() - make_interval(days => ${keptDays})`);

const readUse = async (tx: Transaction, api_keyid: number): Promise<KeyUse> => {
  await readOne(tx, api_keys, api_keyid, askedSelection(api_keys, ['name']));
  return tx.asOwner(async () => {
    const today = sql`(now() at time zone ${homeZone})::date`;
    const day = sql`(${u.hour} at time zone ${homeZone})::date`;
    const isError = sql`${u.status} >= ${refused}`;
    const recent = sql`${u.api_keyid} = ${api_keyid} and ${day} > ${today} - ${mostDaysOfUse}::int`;
    const used = {
      calls: value<number>(sql`coalesce(sum(${u.calls}), 0)::float8`),
      errors: value<number>(sql`coalesce(sum(${u.calls}) filter (where ${isError}), 0)::float8`),
    };
    const days = await select(
      tx,
      { day: value<string>(sql`d::date::text`), ...used },
      sql`from generate_series(${today} - ${mostDaysOfUse - 1}::int, ${today}, interval '1 day') d
            left join ${u} on ${recent} and ${day} = d::date
           group by 1 order by 1`,
    );
    const errors = await select(
      tx,
      { status: u.status, calls: used.calls },
      sql`from ${u} where ${recent} and ${isError} group by 1 order by 2 desc, 1`,
    );
    const routes = await select(
      tx,
      { route: u.route, ...used },
      sql`from ${u} where ${recent} group by 1 order by 2 desc, 1 limit ${mostRoutes}`,
    );
    return { days, errors, routes, limited: errors.find(({ status }) => status === limited)?.calls ?? 0 };
  });
};

/** The use of an API key in the last days, for people who may see the key: `GET /v2/organization/api_keys/:id/use`. */
export const keyUseRoutes =
  ({ flush }: Pick<KeyUses, 'flush'>) =>
  (scope: FastifyInstance, deps: ApiDeps): void => {
    scope.get(`/${api_keys.name}/:id/use`, async (request) => {
      await flush();
      return inTransaction(deps, callOf(request), 'read', (tx) => readUse(tx, keyOf(request)));
    });
  };
