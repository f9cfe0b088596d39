import { boardKinds, type BoardKind } from '@/domain/series/standings';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { serial_events } from '@/resources/serial_events/serial_events';
import { serial_rankings } from '@/resources/serial_rankings/serial_rankings';
import { serial_standings } from '@/resources/serial_standings/serial_standings';
import { serials } from '@/resources/serials/serials';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectOne, value } from '../../kernel/select';
import { every, likeText, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { perPage } from './siteFrame';

const s = columnsOf(serials, 's');
const k = columnsOf(serial_rankings, 'k');
const l = columnsOf(serial_standings, 'l');
const i = columnsOf(inscriptions, 'i');
const e = columnsOf(serial_events, 'e');

/** A serial whose standings are published; nothing where there is none at the address. */
export const readSeries = async (tx: Transaction, slug: string) => {
  const serial = await selectOne(
    tx,
    {
      serialid: s.serialid,
      slug: value<string>(sql`${s.slug}`),
      name: value<{ readonly es: string; readonly en?: string }>(sql`${s.name}`),
      season: s.season,
      description: s.description,
      img: value<string | null>(sql`${s.img}`),
      best_n: s.best_n,
      min_events: s.min_events,
      rankingid: k.serial_rankingid,
      revision: k.revision,
      published_at: k.published_at,
    },
    sql`from ${s} join ${k} on ${k.serialid} = ${s.serialid} and ${k.status} = 'published' and ${k.deleted_at} is null
        where ${s.slug} = ${slug} and ${s.status} = 'published' and ${s.deleted_at} is null`,
  );
  if (!serial) return null;
  const boards = await select(
    tx,
    { division: l.division, kind: value<BoardKind>(sql`${l.kind}`), board: value<string>(sql`coalesce(${l.board}, '')`) },
    sql`from ${l} where ${l.serial_rankingid} = ${serial.rankingid} group by ${l.division}, ${l.kind}, ${l.board} order by ${l.division}, array_position(${[...boardKinds]}::text[], ${l.kind}), ${l.board}`,
  );
  return { ...serial, boards };
};
export type Series = NonNullable<Awaited<ReturnType<typeof readSeries>>>;
export type SeriesBoard = Series['boards'][number];

/** Somebody who is not named in one event of the serial is named in no board of it. */
const isHidden = (serialid: number): SQL =>
  sql`exists (select 1 from ${i} join ${e} on ${e.eventid} = ${i.eventid} where ${i.web_userid} = ${l.web_userid} and ${i.name_hidden} and ${e.serialid} = ${serialid} and ${i.deleted_at} is null)`;
const lineOf = (serialid: number) => ({
  serial_standingid: l.serial_standingid,
  place: l.place,
  name: value<string | null>(sql`case when ${isHidden(serialid)} then null else ${l.name} end`),
  club: value<string | null>(sql`case when ${isHidden(serialid)} then null else ${l.club} end`),
  points: value<number>(sql`${l.points}::float`),
  events_counted: l.events_counted,
  events_total: l.events_total,
});
const ofBoard = ({ rankingid }: Series, { division, kind, board }: SeriesBoard): SQL =>
  sql`${l.serial_rankingid} = ${rankingid} and ${l.division} = ${division} and ${l.kind} = ${kind} and coalesce(${l.board}, '') = ${board}`;

/** One page of a board, in its order. */
export const readSeriesLines = async (
  tx: Transaction,
  series: Series,
  board: SeriesBoard,
  { q, page }: { readonly q: string; readonly page: number },
) => {
  const like = `%${likeText(q)}%`;
  const where = every([
    ofBoard(series, board),
    ...(q ? [sql`immutable_unaccent(lower(${l.name})) like immutable_unaccent(lower(${like})) and not ${isHidden(series.serialid)}`] : []),
  ]);
  const lines = await select(
    tx,
    lineOf(series.serialid),
    sql`from ${l} where ${where} order by ${l.sort} limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  const counted = await selectOne(tx, { total: value<number>(sql`count(*)::int`) }, sql`from ${l} where ${where}`);
  return { lines, total: counted?.total ?? 0 };
};
export type SeriesLine = Awaited<ReturnType<typeof readSeriesLines>>['lines'][number];

/** A line with what each event brought, and the address of each event. */
export const readSeriesLine = (tx: Transaction, { serialid, rankingid }: Series, id: number) =>
  selectOne(
    tx,
    {
      ...lineOf(serialid),
      division: l.division,
      kind: value<BoardKind>(sql`${l.kind}`),
      board: value<string>(sql`coalesce(${l.board}, '')`),
      scores: value<
        readonly {
          readonly event: string | null;
          readonly slug: string | null;
          readonly place: number | null;
          readonly weight: number;
          readonly points: number;
          readonly counts: boolean;
        }[]
      >(
        sql`(select coalesce(jsonb_agg(x || jsonb_build_object('slug', v.slug) order by at), '[]') from jsonb_array_elements(${l.scores}) with ordinality t(x, at) left join events v on v.eventid = (x ->> 'eventid')::bigint and v.published_at is not null and v.deleted_at is null)`,
      ),
    },
    sql`from ${l} where ${l.serial_rankingid} = ${rankingid} and ${l.serial_standingid} = ${id}`,
  );
export type SeriesLineFacts = NonNullable<Awaited<ReturnType<typeof readSeriesLine>>>;
