import type { ProfileSlug } from '../../../server/reference/profiles';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createTokenMint } from '../../../server/auth/tokens';
import { migrateDatabase } from '../../../server/database/migrateDatabase';
import type { Database } from '../../../server/database/openDatabase';
import { seedReference } from '../../../server/reference/seedReference';
import { add, addPerson } from '../../api/support/world';

const secret = 'a secret of tests that is long enough';
/** The address that all of them have for browsers, so that a token of one holds for the next. */
const origin = 'http://dorsal.test';
/** What every server of these tests is started with. */
export const usual = { DEMO: 'off', AUTH_SECRET: secret, LOG_LEVEL: 'fatal', PUBLIC_ORIGIN: origin, TRUST_PROXY: '127.0.0.1' } as const;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Brings a database up to date and adds an organizer, or somebody of another profile; answers the organization. */
export const prepare = async (database: Database, profile: ProfileSlug = 'organizer'): Promise<number> => {
  await migrateDatabase(database);
  await seedReference(database.pool);
  const org = await add.organization(database.pool, 'Casa');
  await addPerson(database.pool, 'olga', [{ org, profile }]);
  await database.pool.query(`update auth_sessions set expires = now() + interval '1 day'`);
  return org;
};

/** The header of the organizer, or of somebody else, valid for some minutes. */
export const bearerOf = async (org: number, who = 'olga'): Promise<string> => {
  const { mint } = createTokenMint({ secret, origin, basePath: '/api/auth', tokenSuffix: '.dorsal', keysAt: undefined });
  return `Bearer ${await mint(`sid-${who}`, { user: { asdeporteId: who, userid: 0, name: '', email: '', image: null, locale: 'es' }, organization: { organizationid: org, name: '' }, expires: '' })}.dorsal`;
};

/** What many clients tried, and the answers that they got. */
export interface Tally {
  readonly tried: () => number;
  readonly acknowledged: ReadonlySet<string>;
  /** When the last write was acknowledged, on the clock of `performance.now()`. */
  readonly lastAt: () => number;
  /** Answers by kind: a status, or 0 and why there was none. */
  readonly others: ReadonlyMap<string, number>;
  readonly end: () => Promise<void>;
}

const renewMs = 120_000,
  pauseMs = 50,
  patienceMs = 30_000;
const isQuiet = (kind: string): boolean => /^(503|507)/.test(kind);

interface Writing {
  readonly clients: number;
  readonly org: number;
  readonly url: () => string;
}
/** Lets many clients create coupons, one after another each, until they are stopped. */
export const startWriters = ({ clients, org, url }: Writing): Tally => {
  const acknowledged = new Set<string>(),
    others = new Map<string, number>();
  const over = new AbortController();
  let tried = 0,
    lastAt = 0,
    bearer = bearerOf(org),
    mintedAt = performance.now();
  const fresh = (): Promise<string> => {
    if (performance.now() - mintedAt > renewMs) [bearer, mintedAt] = [bearerOf(org), performance.now()];
    return bearer;
  };
  const send = async (code: string, ip: string): Promise<string> => {
    const body = JSON.stringify({ code, type: 'percent', value: 15 });
    try {
      const answer = await fetch(`${url()}/v2/event/coupons`, {
        method: 'POST',
        headers: { authorization: await fresh(), 'content-type': 'application/json', 'x-forwarded-for': ip },
        body,
        signal: AbortSignal.timeout(patienceMs),
      });
      const said = await answer.text();
      return answer.status === 201 ? '201' : `${answer.status}${isQuiet(String(answer.status)) ? '' : ` ${said.slice(0, 120)}`}`;
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : String(error);
      return `0 ${String(cause)}`;
    }
  };
  const client = async (_: unknown, at: number): Promise<void> => {
    while (!over.signal.aborted) {
      const code = `LONG${(tried += 1)}`,
        kind = await send(code, `10.0.0.${at + 1}`);
      if (kind === '201') {
        acknowledged.add(code);
        lastAt = performance.now();
      } else others.set(kind, (others.get(kind) ?? 0) + 1);
      await pause(pauseMs);
    }
  };
  const all = Array.from({ length: clients }, client);
  return {
    tried: () => tried,
    acknowledged,
    lastAt: () => lastAt,
    others,
    end: async () => {
      over.abort();
      await Promise.all(all);
    },
  };
};

/** Which acknowledged writes are not there, and which are there more than once. */
export const lostOf = async (pool: Pick<pg.Pool, 'query'>, acknowledged: ReadonlySet<string>): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ code: string; times: number }>(
    `select code, count(*)::int as times from coupons where code like 'LONG%' group by code`,
  );
  const times = new Map(rows.map((row) => [row.code, row.times]));
  return [...acknowledged].filter((code) => times.get(code) !== 1);
};

/** Prints the count of a run; false when something was lost. */
export const report = (name: string, tally: Tally, lost: readonly string[]): boolean => {
  const refused = [...tally.others].map(([kind, count]) => `${count} x ${kind}`).join(', ') || 'none';
  say(
    `${name}: tried ${tally.tried()}, acknowledged ${tally.acknowledged.size}, lost ${lost.length}${lost.length > 0 ? ` (${lost.slice(0, 5).join(', ')})` : ''}; other answers: ${refused}`,
  );
  return lost.length === 0;
};
