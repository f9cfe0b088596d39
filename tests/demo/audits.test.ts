import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { auditAll } from '../../server/api/audit/audit';
import { auditNew, isAuditedThere } from '../../server/api/audit/auditNew';
import { readAllStored } from '../../server/api/list/stored';
import type { Database } from '../../server/database/openDatabase';
import { inSystemTransaction } from '../../server/kernel/transaction';
import { openTestDatabase } from '../support/database';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ holding: 'demo' });
});
afterAll(() => database.close());

const most = 40;
const there = registry.all.filter(isAuditedThere);

test.each(there.map((resource) => [resource.name, resource] as const))(
  'new records of %s have the same audit, whether the database writes it or the server',
  async (name, resource) => {
    const { pool } = database;
    const undone = new Error('undone');
    let compared = 0;
    const work = inSystemTransaction({ pool, registry }, async (tx) => {
      const { rows } = await tx.client.query<any>(
        `select "${resource.key}" as id from "${name}" where deleted_at is null order by 1 desc limit ${most}`,
      );
      const ids: readonly number[] = rows.map(({ id }: any) => Number(id));
      const written = async (write: () => Promise<unknown>): Promise<readonly unknown[]> => {
        const last = (await tx.client.query<any>('select coalesce(max(auditid), 0) as last from audits')).rows[0].last;
        await write();
        const { rows: found } = await tx.client.query<any>(
          `select to_jsonb(a) - 'auditid' as audit from audits a where auditid > $1 order by auditid`,
          [last],
        );
        return found.map(({ audit }) => audit);
      };
      const stored = await readAllStored(tx, resource, ids);
      const gone = 999_999_999;
      const byServer = await written(() =>
        auditAll(
          tx,
          { resource, verb: 'create' },
          [...ids, gone].map((id) => ({ id, before: null, after: stored.get(id)?.row ?? null })),
        ),
      );
      let versions: ReadonlyMap<number, number> = new Map();
      const byDatabase = await written(async () => {
        versions = await auditNew(tx, resource, [...ids, gone]);
      });
      expect(byDatabase).toEqual(byServer);
      expect([...versions.keys()].sort()).toEqual([...ids].sort());
      for (const id of ids) expect(versions.get(id)).toBe(stored.get(id)?.row['version']);
      compared = byServer.length;
      throw undone;
    });
    await expect(work).rejects.toBe(undone);
    expect(compared).toBeGreaterThan(0);
  },
);

test('most entities are among them, and all kinds of columns but one', () => {
  expect(there.map(({ name }) => name)).toEqual(expect.arrayContaining(['web_users', 'orders', 'bibs']));
  const kinds = new Set(there.flatMap(({ all }) => Object.values(all).map(({ column }) => column)));
  expect([...kinds].filter((kind) => kind !== null).sort()).toEqual(expect.arrayContaining(['bigint', 'date', 'text', 'timestamptz']));
});
