import { serial_events } from '@/resources/serial_events/serial_events';
import { serial_rankings } from '@/resources/serial_rankings/serial_rankings';
import { serial_standings } from '@/resources/serial_standings/serial_standings';
import { serials } from '@/resources/serials/serials';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(serials);
const l = columnsOf(serial_standings, 'l');
const k = columnsOf(serial_rankings, 'k');
const e = columnsOf(serial_events);

/** Has standings computed again soon. People who change results may not write serials, so the product writes it. */
const ask = (tx: Transaction, which: SQL): Promise<void> =>
  tx.asOwner(() => execute(tx, sql`update ${s} set ${s.ranking_asked_at} = clock_timestamp() where ${which} and ${s.deleted_at} is null`));

export const askStandings = (tx: Transaction, serialid: number): Promise<void> => ask(tx, sql`${s.serialid} = ${serialid}`);
/** The same for the serials that an event belongs to. */
export const askStandingsOf = (tx: Transaction, eventid: number): Promise<void> =>
  ask(tx, sql`${s.serialid} in (select ${e.serialid} from ${e} where ${e.eventid} = ${eventid} and ${e.deleted_at} is null)`);
/** The same for the serials in whose standings an athlete is. */
export const askStandingsWith = (tx: Transaction, web_userid: number): Promise<void> =>
  ask(
    tx,
    sql`${s.serialid} in (select ${k.serialid} from ${k} join ${l} on ${l.serial_rankingid} = ${k.serial_rankingid} where ${l.web_userid} = ${web_userid})`,
  );
