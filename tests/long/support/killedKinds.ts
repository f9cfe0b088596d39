import type pg from 'pg';
import { add } from '../../api/support/world';

/** Sends a request as the organizer to the server that runs at the moment. */
export type Send = (method: 'GET' | 'POST', path: string, body?: object) => Promise<any>;
/** How far it is. */
interface State {
  readonly isRunning: boolean;
  readonly done: number;
}
/** Work that is ready to be asked for, round after round. */
interface Prepared {
  /** Asks for one round of it, and answers how to look where it is. Fails when it ended badly. */
  readonly ask: (send: Send, round: number) => Promise<() => Promise<State>>;
  /** How many records are not as so many rounds leave them, by what is wrong with them. */
  readonly wrong: (pool: pg.Pool, rounds: number) => Promise<Readonly<Record<string, number>>>;
}
/** One kind of long work that a process may be killed in. */
export interface KilledKind {
  readonly name: string;
  readonly queue: string;
  readonly records: number;
  readonly prepare: (pool: pg.Pool, org: number) => Promise<Prepared>;
}

/** Asks for an action over many records, and follows its run. */
const followRun = async (send: Send, at: string, body: object): Promise<() => Promise<State>> => {
  const { runid } = await send('POST', `${at}/runs`, body);
  return async () => {
    const { state, done } = await send('GET', `${at}/runs/${runid}`);
    if (state !== 'running' && state !== 'done') throw new Error(`the run ended as ${state}`);
    return { isRunning: state === 'running', done };
  };
};
const first = async (pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<any> =>
  (await pool.query(text, values as unknown[])).rows[0];

/** Coupons that are paused and resumed: an action that only sets. */
const coupons: KilledKind = {
  name: 'coupons',
  queue: 'runs',
  records: 20_000,
  prepare: async (pool, org) => {
    await pool.query(
      `insert into coupons (organizationid, code, type, value, status) select $1, 'KILL' || n, 'amount', 10, 'active' from generate_series(1, $2::int) n`,
      [org, coupons.records],
    );
    return {
      ask: (send, round) =>
        followRun(send, `/v2/event/coupons/actions/${round % 2 === 0 ? 'pause' : 'resume'}`, {
          filter: { field: 'type', op: 'eq', value: 'amount' },
          input: {},
        }),
      wrong: async (own, rounds) => {
        const found = await first(
          own,
          `select count(*) filter (where version <> $1::int + 1)::int as versions, (select count(*)::int from audits where resource = 'coupons') as audits from coupons`,
          [rounds],
        );
        return { versions: found.versions, audits: found.audits - rounds * coupons.records };
      },
    };
  },
};

/** Numbers that are assigned and taken away: an action with effects, a log and audits of its own. */
const numbers: KilledKind = {
  name: 'numbers',
  queue: 'runs',
  records: 4000,
  prepare: async (pool, org) => {
    const eventid = await add.event(pool, org, 'carrera', { status: 'published', numbering_mode: 'manual' }),
      distanceid = await add.distance(pool, eventid, '10K');
    const { bib_poolid } = await first(
      pool,
      `insert into bib_pools (eventid, name, start, "end") values ($1, 'Serie', 1, $2) returning bib_poolid`,
      [eventid, numbers.records],
    );
    await pool.query('insert into bibs (eventid, bib_poolid, number) select $1::bigint, $2::bigint, n from generate_series(1, $3::int) n', [
      eventid,
      bib_poolid,
      numbers.records,
    ]);
    await pool.query(
      `with people as (insert into web_users (first_name, last_name, gender, email) select 'Atleta', 'De ' || n, 'F', 'kill' || n || '@atleta.test' from generate_series(1, $3::int) n returning web_userid)
       insert into inscriptions (eventid, distanceid, web_userid, folio, qr_token, status, first_name, last_name, gender)
       select $1, $2, web_userid, 'K' || web_userid, 'kill-' || web_userid, 'paid', 'Atleta', 'De ' || web_userid, 'F' from people`,
      [eventid, distanceid, numbers.records],
    );
    await pool.query(
      `insert into inscription_log (inscriptionid, eventid, status, to_status, actor_type, source) select inscriptionid, eventid, s, s, 'system', 'job' from inscriptions, unnest(array['started', 'paid']) s`,
    );
    return {
      ask: (send, round) =>
        followRun(send, `/v2/inscription/inscriptions/actions/${round % 2 === 0 ? 'assign_number' : 'remove_number'}`, {
          filter: { field: 'eventid', op: 'eq', value: eventid },
          input: round % 2 === 0 ? { order: 'created' } : { reason: 'Otra vez' },
        }),
      wrong: async (own, rounds) => {
        const found = await first(
          own,
          `select count(*) filter (where version <> $1::int + 1)::int as versions,
                  count(*) filter (where (status = 'assign_number') <> ($1::int % 2 = 1) or (bibid is null) <> ($1::int % 2 = 0))::int as states,
                  count(distinct bibid)::int as bibs,
                  (select count(*)::int from inscription_log where status in ('assign_number', 'no_assign_number')) as logs,
                  (select count(*)::int from audits where resource = 'inscriptions') as audits,
                  (select count(*)::int from bibs where (state = 'assigned') <> ($1::int % 2 = 1)) as "ownBibs" from inscriptions`,
          [rounds],
        );
        return {
          versions: found.versions,
          states: found.states,
          bibs: found.bibs - (rounds % 2) * numbers.records,
          bibsOfPool: found.ownBibs,
          logs: found.logs - rounds * numbers.records,
          audits: found.audits - rounds * numbers.records,
        };
      },
    };
  },
};

/** Every kind; another one is one more entry. */
export const killedKinds: readonly KilledKind[] = [coupons, numbers];
