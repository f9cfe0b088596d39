import type pg from 'pg';
import { withOwner } from '../../database/transaction';
import { ServiceRefusal, type RecordService } from './RecordService';
import { local_records } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, select, selectOne, value, type Runner } from '../../kernel/select';
import { sql } from '../../kernel/sql';

type RecordBody = Readonly<Record<string, unknown>>;
const pageSize = 200;
const r = columnsOf(local_records);
const bodyOf = value<RecordBody>(sql`${r.body}`);

/**
 * Stores the records of a service in the database, for demonstrations. A report of staff becomes part of the record, as it would at a
 * remote service.
 */
export const localRecords = (pool: pg.Pool, service: string, notesField: string | null): RecordService => {
  /**
   * One write at a time: otherwise a reader that continues from a position could miss a record that got an earlier position and was
   * committed later.
   */
  const put = async (runner: Runner, ref: string, record: unknown): Promise<unknown> => {
    await execute(runner, sql`select pg_advisory_xact_lock(hashtextextended('local_records', 0))`);
    const kept = await selectOne(
      runner,
      { body: bodyOf },
      (list) => sql`
        insert into ${r} (${r.service}, ${r.ref}, ${r.body}) values (${service}, ${ref}, ${JSON.stringify(record)}::jsonb)
        on conflict (${r.service}, ${r.ref}) do update set ${r.body} = excluded.${r.body}, ${r.place} = default returning ${list}`,
    );
    return kept?.body;
  };
  return {
    name: 'local',
    put: (ref, record) => withOwner(pool, async (client) => void (await put(runnerOf(client), ref, record))),
    changes: async (cursor) => {
      const from = /^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : 0;
      const rows = await select(
        runnerOf(pool),
        { body: bodyOf, place: r.place },
        sql`from ${r} where ${r.service} = ${service} and ${r.place} > ${from} order by ${r.place} limit ${sql.raw(String(pageSize))}`,
      );
      const last = rows.at(-1);
      return { records: rows.map(({ body }) => body), cursor: last ? String(last.place) : cursor };
    },
    report: ({ key, ref, status, notes }) =>
      withOwner(pool, async (client) => {
        const runner = runnerOf(client);
        const own = await selectOne(
          runner,
          { body: bodyOf, heard: r.heard },
          sql`from ${r} where ${r.service} = ${service} and ${r.ref} = ${ref} for update`,
        );
        if (!own) throw new ServiceRefusal('the service knows no such record');
        if (own.heard.includes(key)) return own.body;
        const kept = await put(runner, ref, { ...own.body, status, ...(notesField && { [notesField]: notes }) });
        await execute(
          runner,
          sql`update ${r} set ${r.heard} = array_append(${r.heard}, ${key}) where ${r.service} = ${service} and ${r.ref} = ${ref}`,
        );
        return kept;
      }),
  };
};
