import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { serverPool, type Pooling } from './openDatabase';

/** A streaming replica that may answer reads. */
export interface Replica {
  readonly pool: Pick<pg.Pool, 'connect'>;
  /** Whether it has what the primary had a moment ago. */
  readonly isNear: () => boolean;
  /** Called when it failed: it is not used again before it answers. */
  readonly suspect: (error: unknown) => void;
}

const highBits = 32n,
  sixteen = 16;
/** A position in the log, `16/B374D848`, as a number. */
const placeOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(Number.parseInt(high, sixteen)) << highBits) + BigInt(Number.parseInt(low, sixteen));
};
/**
 * How far a replica is behind in time: it has reached a moment when it has replayed what the primary had written by then, even if the
 * primary writes nothing.
 */
export const createDistance = () => {
  let waiting: { readonly at: number; readonly place: bigint }[] = [],
    reached = -Infinity;
  return {
    written: (at: number, lsn: string): void => void waiting.push({ at, place: placeOf(lsn) }),
    replayed: (lsn: string): void => {
      const place = placeOf(lsn);
      for (const each of waiting) if (each.place <= place) reached = each.at;
      waiting = waiting.filter((each) => each.place > place);
    },
    lost: (): void => {
      [waiting, reached] = [[], -Infinity];
    },
    behind: (now: number): number => now - reached,
  };
};

const everyMs = 500,
  answerMs = 2000,
  longestMs = 30_000,
  mostBehindMs = 5000;
interface Options {
  readonly url: string;
  readonly primary: Pick<pg.Pool, 'query'>;
  readonly poolSize: number;
  readonly pooling: Pooling;
  readonly onChange: (isNear: boolean) => void;
}

/** Opens a replica and keeps comparing it with its primary. A replica that is unavailable or too far behind is not used. */
export const openReplica = ({ url, primary, poolSize, pooling, onChange }: Options): Replica & { readonly close: () => Promise<void> } => {
  const pool = serverPool({ connectionString: url, max: poolSize, connectionTimeoutMillis: answerMs, query_timeout: longestMs }, pooling);
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  const distance = createDistance(),
    over = new AbortController();
  let wasNear = false;
  const isNear = (): boolean => distance.behind(Date.now()) < mostBehindMs;
  const compare = async (): Promise<void> => {
    const at = Date.now();
    const {
      rows: [written],
    } = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
    if (written) distance.written(at, written.lsn);
    const {
      rows: [replayed],
    } = await pool.query<{ lsn: string | null }>('select pg_last_wal_replay_lsn()::text as lsn');
    if (replayed?.lsn) distance.replayed(replayed.lsn);
    else distance.lost(); // a server that follows no other has a history of its own
  };
  const turns = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await compare().catch(() => {});
      if (isNear() !== wasNear) onChange((wasNear = !wasNear));
      await pause(everyMs, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const ended = turns();
  return {
    pool,
    isNear,
    suspect: distance.lost,
    close: async () => {
      over.abort();
      await ended;
      await pool.end();
    },
  };
};
