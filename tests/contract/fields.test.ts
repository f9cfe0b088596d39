import { PGlite } from '@electric-sql/pglite';
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as vocabulary from '@/fields';
import { isStored } from '@/schema';
import type { FieldFixture } from '@/schema/fixture';

const fixtures = import.meta.glob<FieldFixture>('../../src/fields/*/*.fixture.ts', { eager: true, import: 'default' });
const named = Object.entries(fixtures).map(([path, fixture]) => [path.split('/').at(-2)!, fixture] as const);
const folders = readdirSync('src/fields', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const graphqlTypes = ['String', 'Int', 'Float', 'Boolean', 'JSON'];
/** PostgreSQL's word for a column kind, where it is another. */
const sqlOf = (kind: string): string => (kind === 'double' ? 'double precision' : kind);

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create();
  await db.exec("set time zone 'America/Mexico_City'");
}, 60_000);
afterAll(() => db.close());

test('every folder of the vocabulary has a fixture and an export of its own name', () => {
  expect(named.map(([name]) => name).sort()).toEqual([...folders].sort());
  expect(Object.keys(vocabulary).sort()).toEqual([...folders].sort());
});

describe.each(named)('%s', (name, { field, valid, invalid }) => {
  test('is named after its folder', () => expect(field.type).toBe(name));
  test('says how it reads and how it is typed in', () => {
    expect(existsSync(`src/fields/${name}/${name}.ui.tsx`)).toBe(true);
    expect(existsSync(`src/fields/${name}/${name}.input.tsx`)).toBe(true);
  });
  test('answers a GraphQL type that the services know', () => expect(graphqlTypes).toContain(field.graphql.replace(/[[\]!]/g, '')));
  test.each(valid.map((value) => [JSON.stringify(value), value]))('accepts %s', (_, value) => {
    expect(field.zod.parse(value)).toEqual(value);
  });
  test.each(invalid.map((value) => [String(JSON.stringify(value)).slice(0, 40), value]))('refuses %s', (_, value) => {
    expect(field.zod.safeParse(value).success).toBe(false);
  });
  test('gets its values back unchanged from PostgreSQL, past its own check', async () => {
    if (!isStored(field)) return expect(field.embeds ?? field.computed).toBeTruthy();
    const table = `kept_${name.toLowerCase()}`;
    await db.exec(`create table ${table} (at integer, value ${sqlOf(field.column!)} check (${field.check?.('value') ?? 'true'}))`);
    for (const [at, value] of valid.entries()) await db.query(`insert into ${table} values ($1, $2)`, [at, field.column === 'jsonb' && typeof value === 'string' ? JSON.stringify(value) : value]);
    const { rows } = await db.query<{ value: unknown }>(`select to_jsonb(value) as value from ${table} order by at`);
    return expect(rows.map(({ value }) => field.zod.parse(value))).toEqual([...valid]);
  });
});
