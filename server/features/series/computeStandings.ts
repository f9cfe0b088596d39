import { setImmediate } from 'node:timers/promises';
import { boardsOf, hundredths, type BoardKind, type SeriesResult, type Standing } from '@/domain/series/standings';
import { serial_rankings } from '@/resources/serial_rankings/serial_rankings';
import { serial_standings } from '@/resources/serial_standings/serial_standings';
import { serials } from '@/resources/serials/serials';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { appendRows, insertRow, updateRow } from '../../api/write/columns';
import { lineRow, readFinishers, readSerial, type Serial } from './readSerial';

const s = columnsOf(serials, 's');
const k = columnsOf(serial_rankings);
const l = columnsOf(serial_standings);

type Deps = Pick<ApiDeps, 'pool' | 'registry'>;
/** Lines that one transaction writes: a fraction of a second on the embedded engine. */
const linesAtOnce = 500;

const keyOf = ({
  division,
  kind,
  board,
  web_userid,
  name,
}: Pick<Standing, 'division' | 'kind' | 'board' | 'web_userid' | 'name'>): string =>
  JSON.stringify([division, kind, board, web_userid ?? name]);
interface Earlier {
  readonly place: number | null;
  readonly points: number;
}
/** The published lines, with which new ones are compared. */
const readPublished = async (tx: Transaction, serialid: number): Promise<ReadonlyMap<string, Earlier>> => {
  const lines = await select(
    tx,
    {
      division: l.division,
      kind: value<BoardKind>(sql`${l.kind}`),
      board: value<string>(sql`coalesce(${l.board}, '')`),
      web_userid: l.web_userid,
      name: l.name,
      place: l.place,
      points: value<number>(sql`${l.points}::float`),
    },
    sql`from ${l} where ${l.serial_rankingid} = (select ${k.serial_rankingid} from ${k} where ${k.serialid} = ${serialid} and ${k.status} = 'published' and ${k.deleted_at} is null)`,
  );
  return new Map(lines.map((line) => [keyOf(line), line]));
};

/** What an earlier try left behind, and a draft that nobody published. */
const dropUnpublished = async (tx: Transaction, serialid: number): Promise<void> => {
  const gone = sql`select ${k.serial_rankingid} from ${k} where ${k.serialid} = ${serialid} and ${k.status} in ('computing', 'draft')`;
  await execute(tx, sql`delete from ${l} where ${l.serial_rankingid} in (${gone})`);
  await execute(tx, sql`delete from ${k} where ${k.serialid} = ${serialid} and ${k.status} in ('computing', 'draft')`);
};
const begin = async (tx: Transaction, serialid: number): Promise<number> => {
  await dropUnpublished(tx, serialid);
  const last = await selectOne(
    tx,
    { revision: value<number>(sql`coalesce(max(${k.revision}), 0)::int`) },
    sql`from ${k} where ${k.serialid} = ${serialid}`,
  );
  return insertRow(tx, serial_rankings, { serialid, revision: (last?.revision ?? 0) + 1, status: 'computing' });
};
/** Ends a request: a request that came meanwhile is next. */
const settle = async (tx: Transaction, { serialid, asked_at }: Serial): Promise<void> => {
  await execute(
    tx,
    sql`update ${columnsOf(serials)} set ranking_asked_at = case when ranking_asked_at = ${asked_at}::timestamptz then null else ranking_asked_at end, ranking_computed_at = now() where serialid = ${serialid}`,
  );
};

const computeOne = async (deps: Deps, asked: Serial, isOver: () => boolean): Promise<void> => {
  const { serialid, rules } = asked;
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => inSystemTransaction(deps, work);
  const found: SeriesResult[] = [];
  let withResults = 0;
  for (const eventid of rules.weights.keys()) {
    const some = await within((tx) => readFinishers(tx, eventid));
    if (some.length > 0) withResults += 1;
    found.push(...some);
    if (isOver()) return;
  }
  const earlier = await within((tx) => readPublished(tx, serialid));
  const ranked: Standing[] = [];
  for (const board of boardsOf(found, rules)) {
    ranked.push(...board);
    await setImmediate(); // others are answered between two boards
  }
  const lines = ranked.map((line, sort) => ({ ...line, sort, place_before: earlier.get(keyOf(line))?.place ?? null }));
  const isSame = (line: Standing): boolean => {
    const before = earlier.get(keyOf(line));
    return before !== undefined && before.place === line.place && Math.round(before.points * hundredths) === line.points;
  };
  const moved = lines.filter((line) => !isSame(line)).length;
  if (moved === 0 && lines.length === earlier.size) {
    // Nothing differs from what is published, so there is no new version.
    await within(async (tx) => {
      await dropUnpublished(tx, serialid);
      await settle(tx, asked);
    });
    return;
  }
  const rankingid = await within((tx) => begin(tx, serialid));
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    if (isOver()) return; // begun again from the start
    await within((tx) =>
      appendRows(
        tx,
        serial_standings,
        lines.slice(at, at + linesAtOnce).map((line) => lineRow(rankingid, asked, line, line)),
      ),
    );
  }
  await within(async (tx) => {
    await updateRow(tx, serial_rankings, rankingid, {
      status: 'draft',
      events_total: withResults,
      athletes_total: new Set(lines.flatMap(({ web_userid }) => web_userid ?? [])).size,
      moved_total: earlier.size === 0 ? 0 : moved,
      computed_at: new Date().toISOString(),
    });
    await settle(tx, asked);
  });
};

/** Computes the standings of serials for which that was asked, or whose results or rules changed, one after the other. */
export const computeStandings = async (deps: Deps, isOver: () => boolean = () => false): Promise<void> => {
  for (;;) {
    const asked = isOver() ? null : await inSystemTransaction(deps, (tx) => readSerial(tx, sql`${s.ranking_asked_at} is not null`));
    if (!asked) return;
    await computeOne(deps, asked, isOver);
  }
};
