import type pg from 'pg';
import { standings } from '@/domain/series/standings';
import { lineRow, readFinishers, readSerial } from '../server/features/series/readSerial';
import { runnerOf } from '../server/kernel/runnerOf';
import { sql } from '../server/kernel/sql';
import { hour, iso, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import { insertRows } from './insertRows';

/** The published standings of every serial whose results are official. */
export const seedStandings = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const { rows: serials } = await client.query<{ serialid: number; organizationid: number }>(
    'select serialid::int, organizationid::int from serials order by serialid',
  );
  const runner = runnerOf(client);
  let rankingid = 0;
  for (const { serialid, organizationid } of serials) {
    const serial = await readSerial(runner, sql`s.serialid = ${serialid}`);
    if (!serial) continue;
    const found = [];
    for (const eventid of serial.rules.weights.keys()) found.push(await readFinishers(runner, eventid));
    const lines = standings(found.flat(), serial.rules);
    if (lines.length === 0) continue;
    rankingid += 1;
    const at = iso(now - 20 * hour),
      stamps = { organizationid, created: at, updated: at };
    await insertRows(client, 'serial_rankings', [
      {
        serial_rankingid: rankingid,
        serialid,
        revision: 1,
        status: 'published',
        events_total: found.filter((some) => some.length > 0).length,
        athletes_total: new Set(lines.flatMap(({ web_userid }) => web_userid ?? [])).size,
        moved_total: 0,
        computed_at: at,
        published_at: at,
        published_by_userid: demoUserOf('web-editor'),
        ...stamps,
      },
    ]);
    await insertRows(
      client,
      'serial_standings',
      lines.map((line, sort) => ({ ...lineRow(rankingid, serial, line, { sort, place_before: null }), ...stamps })),
    );
  }
};
