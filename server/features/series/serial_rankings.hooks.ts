import { serial_rankings } from '@/resources/serial_rankings/serial_rankings';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const k = columnsOf(serial_rankings);

/** The server's rules for a version of standings: one of a serial is public, and an earlier one can be again. */
export const serialRankingsHooks = defineHooks(serial_rankings, {
  actions: {
    publish: async ({ tx, id, row }) => {
      const older = await selectAll(
        tx,
        k.serial_rankingid,
        sql`from ${k} where ${k.serialid} = ${row.serialid} and ${k.status} = 'published' and ${k.deleted_at} is null for update`,
      );
      await updateAudited(tx, serial_rankings, (other) => sql`${other.serial_rankingid} = any(${older}::bigint[])`, {
        status: 'superseded',
      });
      await updateRow(tx, serial_rankings, id, {
        status: 'published',
        published_at: new Date().toISOString(),
        published_by_userid: tx.userid,
      });
      return { superseded: older.length, moved: row.moved_total };
    },
  },
});
