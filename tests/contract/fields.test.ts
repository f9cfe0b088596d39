import { existsSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as vocabulary from '@/fields';
import { stories } from '@/gallery/stories';
import { isStored } from '@/schema';
import type { FieldFixture } from '@/schema/fixture';
import type { Database } from '../../server/database/openDatabase';
import { openTestDatabase } from '../support/database';

const fixtures = import.meta.glob<FieldFixture>('../../src/fields/*/*.fixture.ts', { eager: true, import: 'default' });
const named = Object.entries(fixtures).map(([path, fixture]) => [path.split('/').at(-2)!, fixture] as const);
const folders = readdirSync('src/fields', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit')
  .map(({ name }) => name);
const graphqlTypes = ['String', 'Int', 'Float', 'Boolean', 'JSON'];
/** PostgreSQL's word for a column kind, where it is another. */
const sqlOf = (kind: string): string => (kind === 'double' ? 'double precision' : kind);

let database: Database, db: pg.PoolClient;
beforeAll(async () => {
  database = await openTestDatabase();
  db = await database.pool.connect();
  await db.query("set time zone 'America/Mexico_City'");
});
afterAll(async () => {
  db.release();
  await database.close();
});

test('every folder of the vocabulary has a fixture and an export of its own name', () => {
  expect(named.map(([name]) => name).sort()).toEqual([...folders].sort());
  expect(Object.keys(vocabulary).sort()).toEqual([...folders].sort());
});

describe.each(named)('%s', (name, { field, valid, invalid, long }) => {
  test('is named after its folder', () => expect(field.type).toBe(name));
  test('says how it reads and how it is typed in', () => {
    expect(existsSync(`src/fields/${name}/${name}.ui.tsx`)).toBe(true);
    expect(existsSync(`src/fields/${name}/${name}.input.tsx`)).toBe(true);
  });
  test('answers a GraphQL type that the services know', () => expect(graphqlTypes).toContain(field.graphql.replace(/[[\]!]/g, '')));
  test.each(valid.map((value) => [JSON.stringify(value), value]))('accepts %s', (_, value) => {
    expect(field.zod.parse(value)).toEqual(value);
  });
  test('has a page in the gallery, with something usual and the most that a screen may have to show', () => {
    expect(stories.map(({ id }) => id)).toContain(`fields/${name}`);
    expect(valid.some((value) => !Array.isArray(value) || value.length > 0)).toBe(true);
    expect((long.field ?? field).type).toBe(name);
    expect((long.field ?? field).zod.parse(long.value)).toEqual(long.value);
  });
  test.each(invalid.map((value) => [String(JSON.stringify(value)).slice(0, 40), value]))('refuses %s', (_, value) => {
    expect(field.zod.safeParse(value).success).toBe(false);
  });
  test('gets its values back unchanged from PostgreSQL, past its own check', async () => {
    if (!isStored(field)) return void expect(field.embeds ?? field.computed).toBeTruthy();
    const table = `kept_${name.toLowerCase()}`;
    await db.query(`create table ${table} (at integer, value ${sqlOf(field.column!)} check (${field.check?.('value') ?? 'true'}))`);
    for (const [at, value] of valid.entries())
      await db.query(`insert into ${table} values ($1, $2)`, [at, field.column === 'jsonb' ? JSON.stringify(value) : value]);
    const { rows } = await db.query<{ value: unknown }>(`select to_jsonb(value) as value from ${table} order by at`);
    expect(rows.map(({ value }) => field.zod.parse(value))).toEqual([...valid]);
  });
});
