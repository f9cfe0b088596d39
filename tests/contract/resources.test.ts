import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry, resources } from '@/resources';
import { hasView, isStored, isWritable, services } from '@/schema';
import { checkResources } from '@/schema/checks/checkResources';
import { keysOf } from '@/schema/project/access';
import { listDocument, oneDocument, serviceSdl } from '@/schema/project/graphql';
import { toRefine } from '@/schema/project/refine';
import { tableShape } from '@/schema/project/shape';
import { inputSchema, parseInput } from '@/schema/project/zod';
import type { Database } from '../../server/database/openDatabase';
import { expectedAccess } from '../access';
import { accessTable, actionTable, profileSlugs } from '../api/accessTable';
import { openTestDatabase } from '../support/database';

let database: Database;
const columnsOf = async (table: string): Promise<ReadonlyMap<string, boolean>> => {
  const { rows } = await database.pool.query<{ name: string; needed: boolean }>(
    'select column_name as name, is_nullable = $2 as needed from information_schema.columns where table_schema = current_schema() and table_name = $1',
    [table, 'NO'],
  );
  return new Map(rows.map(({ name, needed }) => [name, needed]));
};
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the declarations agree with each other', () => expect(checkResources(registry)).toEqual([]));

test('every service that has resources has a schema of its own, and the list query of each is valid on it', () => {
  for (const service of services) {
    const served = resources.filter((resource) => resource.service === service);
    if (served.length === 0) continue;
    const schema = buildSchema(serviceSdl(service, registry));
    for (const resource of served) {
      for (const document of [listDocument(resource, registry, { totals: true }), oneDocument(resource, registry)])
        expect(validate(schema, parse(document)).map(({ message }) => message)).toEqual([]);
    }
  }
});

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  test('has its table, with every declared column and no other', async () => {
    const columns = await columnsOf(name);
    const shape = tableShape(resource, registry);
    expect([...columns.keys()].sort()).toEqual(shape.columns.map((column) => column.name).sort());
    for (const [field, spec] of Object.entries(resource.all)) if (isStored(spec)) expect(columns.has(field)).toBe(true);
  });

  test('is under row-level security, with a policy', async () => {
    const { rows } = await database.pool.query<{ on: boolean; policies: number }>(
      'select relrowsecurity as "on", (select count(*)::int from pg_policy where polrelid = c.oid) as policies from pg_class c where oid = $1::regclass',
      [name],
    );
    expect(rows[0]).toMatchObject({ on: true });
    expect(rows[0]!.policies).toBeGreaterThan(0);
  });

  test('refuses what it does not know and what the server alone writes', () => {
    const schema = inputSchema(resource, registry, 'create');
    const refused = (input: Record<string, unknown>, path: string): boolean => {
      const result = parseInput(schema, input);
      return 'problems' in result && result.problems.some((problem) => problem.path === path);
    };
    expect(refused({ no_such_field: 1 }, 'no_such_field')).toBe(true);
    for (const [field, spec] of Object.entries(resource.all)) if (!isWritable(spec)) expect(refused({ [field]: 1 }, field)).toBe(true);
  });

  test('applies no default when it is changed', () => {
    const result = parseInput(inputSchema(resource, registry, 'patch'), {});
    expect(result).toEqual({ value: {} });
  });

  test('has routes for the views that it has and no others', () => {
    const refine = toRefine(resource);
    expect(Boolean(refine.create)).toBe(hasView(resource, 'create'));
    expect(Boolean(refine.edit)).toBe(hasView(resource, 'edit'));
  });

  test('opens by declared keys only', () => {
    for (const verb of ['list', 'show', 'create', 'edit', 'delete', ...Object.keys((resource.actions ?? {}) as object)]) {
      const keys = keysOf(resource, verb);
      expect(keys === 'anyone' || Array.isArray(keys)).toBe(true);
      if (keys === 'anyone' && !resource.scope?.owner) expect(['list', 'show']).toContain(verb);
    }
  });
});

test('what the generator wrote about access was looked at by somebody', () => {
  expect(Object.keys(expectedAccess).filter((entity) => expectedAccess[entity]!.decided === false)).toEqual([]);
});

test('somebody decided who may do what with every entity, and with each of its actions', () => {
  expect(Object.keys(accessTable).sort()).toEqual(resources.map(({ name }) => name).sort());
  const actions = resources.flatMap(({ name, actions: declared = {} }) =>
    Object.keys(declared as object).map((action) => `${name}.${action}`),
  );
  expect(
    Object.entries(actionTable)
      .flatMap(([entity, cells]) => Object.keys(cells).map((action) => `${entity}.${action}`))
      .sort(),
  ).toEqual(actions.sort());
});

test('every cell of the tables of access is a letter that says something', () => {
  const strange = Object.entries(expectedAccess).flatMap(([entity, { read, create, edit, delete: remove, menu = '', tab = '' }]) => [
    ...[read, create, edit, remove, ...Object.values(actionTable[entity] ?? {}).map(({ cells }) => cells)]
      .filter((cells) => cells.length !== profileSlugs.length || /[^yfn-]/.test(cells))
      .map((cells) => `${entity}: ${cells}`),
    ...[menu, tab]
      .filter((cells) => cells && (cells.length !== profileSlugs.length || /[^y-]/.test(cells)))
      .map((cells) => `${entity}: ${cells}`),
  ]);
  expect(strange).toEqual([]);
});
