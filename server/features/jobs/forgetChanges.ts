import type { ApiDeps } from '../../kernel/ApiDeps';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { keptMs } from '../../api/list/keptTotals';

/** The row that says which transactions were over at a moment has no resource. */
const mark = '';
/** Longer than a total is kept, so that none rests on a snapshot from before. */
const notedMs = keptMs * 1.5;

/**
 * Removes what `list_changes` notes of transactions that were over before the oldest kept total was counted. Notes with numbers that this
 * database has not given yet came from another one.
 */
export const forgetChanges = (deps: Pick<ApiDeps, 'pool' | 'registry'>): Promise<void> =>
  inSystemTransaction(deps, async (tx) => {
    await execute(tx, sql`delete from list_changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`);
    await execute(
      tx,
      sql`delete from list_changes where xid < (select xid from list_changes
            where resource = ${mark} and created < now() - make_interval(secs => ${notedMs / 1000}) order by xid desc limit 1)`,
    );
    await execute(
      tx,
      sql`insert into list_changes (resource, xid, organizationid, eventid) values (${mark}, pg_snapshot_xmin(pg_current_snapshot()), 0, 0) on conflict do nothing`,
    );
  });
