import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { readPeople } from '../../../server/features/imports/engine/people';
import { inSystemTransaction, type Transaction } from '../../../server/kernel/transaction';
import { longer } from '../../support/limits';
import { statementsDuring, wholeTablesOf } from '../../support/wholeTableReads';
import { openScene, type Scene } from '../registration/support';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
}, longer.timeout);
afterAll(() => scene.close());

const berta = {
  first_name: 'Berta',
  last_name: 'Sol',
  birth_date: '1990-05-06',
  email: 'berta@example.com',
  curp: 'SOXB900506MDFLXR09',
};
const file = { source: '1:club', source_ref: '7', asdeporteid: 'berta@example.com' };

test('the people of a file are found by indexes, however many athletes there are', async () => {
  const look = (tx: Transaction): Promise<unknown> => readPeople(tx, [{ ...berta, ...file }]);
  const statements = await statementsDuring(scene.pool, () => inSystemTransaction({ pool: scene.pool, registry }, look));
  const looking = statements.filter(({ text }) => text.includes('from "web_users"'));
  expect(looking).toHaveLength(3); // by what they are, by the ids that they typed, and by accounts that were merged
  for (const each of looking) expect(await wholeTablesOf(scene.pool, each)).toEqual([]);
  const [known] = looking;
  const { rows } = await scene.pool.query<any>(`explain ${known!.text}`, [...known!.values]);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('hashed SubPlan'); // or each athlete of a day is compared with every name
});
