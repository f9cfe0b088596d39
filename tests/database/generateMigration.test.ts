import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { createRegistry } from '@/schema';
import { rulesText } from '@/schema/project/rules';
import { securityRules } from '@/schema/project/security';
import { migrateDatabase } from '../../server/database/migrateDatabase';
import { ownRules, ownSecurity } from '../../server/database/ownSecurity';
import { openTestDatabase } from '../support/database';
import { longer } from '../support/limits';
import { generate } from '../../scripts/lib/migration/generate';
import { seed } from './seed';
import { migrationsWith, nextNumber as next } from './support/migrationsWith';

const script = (...args: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('../../scripts/generateMigration.ts', import.meta.url)), ...args], {
    encoding: 'utf8',
  });
/** The same without a process: what it would print, and its exit code. */
const inProcess = async (...args: string[]) => {
  const { status, said, warned } = await generate(args);
  const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
  return { status, stdout: text(said), stderr: text(warned) };
};
const rulesOf = (of: typeof registry): string => rulesText(securityRules(of, ownSecurity, ownRules));

describe('what is committed', () => {
  test('matches the declarations: generating again changes nothing', longer, () => {
    const { status, stdout } = script('--check');
    expect(stdout).toContain('The migrations match the declarations.');
    expect(status).toBe(0);
  });

  test('keeps the newest snapshot alone', () => {
    const { entries } = JSON.parse(
      readFileSync(new URL('../../server/database/migrations/meta/_journal.json', import.meta.url), 'utf8'),
    ) as { entries: { idx: number }[] };
    expect(readdirSync(new URL('../../server/database/migrations/meta', import.meta.url)).sort()).toEqual([
      `${String(entries.at(-1)!.idx).padStart(4, '0')}_snapshot.json`,
      '_journal.json',
    ]);
  });

  test('is not changed by a rename of a column that does not exist', async () => {
    const { status, stderr } = await inProcess('--check', 'stores.nowhere=somewhere');
    expect(status).not.toBe(0);
    expect(stderr).toContain('"stores.nowhere=somewhere" is not table.old=new');
  });

  test('says the same for the same declarations in any order', () => {
    expect(rulesOf(createRegistry([...registry.all].reverse()))).toBe(
      readFileSync(new URL('../../server/database/security.sql', import.meta.url), 'utf8'),
    );
  });

  test('is distinguished from changed declarations', () => {
    const fewer = createRegistry(
      registry.all.map((resource) => (resource.name === 'events' ? { ...resource, tenancy: 'catalog' as const } : resource)),
    );
    expect(rulesOf(fewer)).not.toBe(rulesOf(registry));
  });
});

interface Column {
  name: string;
  type: string;
  notNull: boolean;
  default?: unknown;
}
interface Stored {
  tables: Record<string, { columns: Record<string, Column>; checkConstraints: Record<string, { name: string; value: string }> }>;
  exclusions: { name: string; table: string; definition: string }[];
}

/** Each uses a copy of the migrations whose last snapshot is changed, so that the declarations differ from it. */
describe('a change of the declarations', () => {
  let folder: string;
  beforeEach(() => {
    folder = migrationsWith('none');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const snapshots = (): string[] => readdirSync(join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'));
  const before = (change: (snapshot: Stored) => void): void => {
    const file = join(folder, 'meta', snapshots()[0]!),
      snapshot = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    change(snapshot);
    writeFileSync(file, JSON.stringify(snapshot));
  };
  const storesOf = ({ tables }: Stored) => tables['public.stores']!;
  const withoutName = (): void =>
    before((snapshot) => {
      delete storesOf(snapshot).columns['name'];
      for (const [name, { value }] of Object.entries(storesOf(snapshot).checkConstraints))
        if (value.includes('"name"')) delete storesOf(snapshot).checkConstraints[name];
    });
  const run = (...args: string[]) => inProcess('--folder', folder, ...args);
  const written = (name: string): string => readFileSync(join(folder, `${next}_${name}.sql`), 'utf8');
  const landed = 'Databases have run it: restore it from git, and say what is to change in a migration of its own.';

  describe('is refused, by the check too, where a migration that landed', () => {
    test.each([
      [
        'was changed',
        () => appendFileSync(join(folder, '0000_first.sql'), '-- one more line\n'),
        '0000_first.sql has landed and was changed: its text is not the one whose hash is in meta/_journal.json.',
      ],
      ['is gone', () => rmSync(join(folder, '0000_first.sql')), '0000_first.sql has landed and is gone.'],
      [
        'has no hash',
        () =>
          writeFileSync(
            join(folder, 'meta', '_journal.json'),
            readFileSync(join(folder, 'meta', '_journal.json'), 'utf8').replace(/,\s+"hash": "\w+"/, ''),
          ),
        '0000_first.sql has no hash in meta/_journal.json.',
      ],
    ])('%s', async (_what, harm, sentence) => {
      harm();
      for (const args of [[], ['--check']])
        expect(await run(...args)).toMatchObject({ status: 1, stdout: '', stderr: `${sentence} ${landed}\n` });
    });

    test('is not in the journal', async () => {
      writeFileSync(join(folder, `${next}_by_hand.sql`), 'select 1;\n');
      expect(await run('--check')).toMatchObject({
        status: 1,
        stderr: `${next}_by_hand.sql is not in meta/_journal.json, so no database will run it: remove it, and let "npm run db:generate" write it.\n`,
      });
    });
  });

  test('takes the newest migration as it was edited, but none that went out with a release', async () => {
    rmSync(folder, { recursive: true });
    folder = migrationsWith('more', ['SELECT 1;']);
    appendFileSync(join(folder, `${next}_more.sql`), 'SELECT 2;\n');
    expect((await run('--check')).stderr).toContain(`${next}_more.sql has landed and was changed`);
    expect(await run('--edited')).toMatchObject({ status: 0, stdout: `${next}_more.sql is taken as it is now.\n` });
    expect((await run('--check')).stderr).not.toContain('has landed');
    const file = join(folder, 'meta', '_journal.json'),
      journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] };
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
    appendFileSync(join(folder, '0000_first.sql'), '-- one more line\n');
    expect(await run('--edited')).toMatchObject({ status: 1, stderr: `0000_first.sql went out with a release. ${landed}\n` });
  });

  test('writes one for statements that only change data, to be edited before it runs', async () => {
    rmSync(folder, { recursive: true });
    folder = migrationsWith('none');
    expect(await run('clean')).toMatchObject({ status: 0, stdout: 'Nothing changed.\n' });
    expect(await run('clean', '--data')).toMatchObject({ status: 0, stdout: `${next}_clean.sql: 0 statements\n` });
    expect(written('clean')).toContain('--edited');
    writeFileSync(join(folder, `${next}_clean.sql`), 'UPDATE "stores" SET "phone" = NULL;\n');
    expect((await run('--check')).stderr).toContain(`${next}_clean.sql has landed and was changed`);
    expect((await run('--edited')).status).toBe(0);
    expect(await run('--check')).toMatchObject({ status: 0, stdout: 'The migrations match the declarations.\n' });
  });

  test('asks for the value of a required column of a table that may have rows', async () => {
    withoutName();
    expect(await run('names')).toMatchObject({ status: 1, stdout: '' });
    expect((await run('names')).stderr).toBe(
      "stores.name is required and stores may have rows: say stores.name:=VALUE for those that are there, or 'stores.name:=(SQL)' for an expression over the row\n",
    );
    expect(existsSync(join(folder, `${next}_names.sql`))).toBe(false);
  });

  test('asks for the value of rows without one where a column becomes required', async () => {
    before((snapshot) => {
      storesOf(snapshot).columns['name']!.notNull = false;
    });
    expect((await run('names')).stderr).toBe(
      "stores.name becomes required and stores may have rows: say stores.name:=VALUE for those without one, or 'stores.name:=(SQL)' for an expression over the row\n",
    );
    expect((await run('names', "stores.name:=Tienda d'Or")).status).toBe(0);
    expect(written('names')).toContain(
      `UPDATE "stores" SET "name" = 'Tienda d''Or' WHERE "name" IS NULL;\n--> statement-breakpoint\nSET CONSTRAINTS ALL IMMEDIATE;\n--> statement-breakpoint\nALTER TABLE "stores" ALTER COLUMN "name" SET NOT NULL;`,
    );
  });

  test('asks nothing for a table that is new with it', async () => {
    before(({ tables }) => {
      delete tables['public.stores'];
    });
    expect(await run('stores')).toMatchObject({ status: 0 });
    expect(written('stores')).toContain('CREATE TABLE "stores"');
  });

  test('refuses an answer that nobody asked for, and a value that the column cannot hold', async () => {
    expect(await run('--check', 'stores.name:=Tienda')).toMatchObject({
      status: 1,
      stderr: '"stores.name:=Tienda": stores.name is no column that this change makes required\n',
    });
    before((snapshot) => {
      delete storesOf(snapshot).columns['organizationid'];
    });
    expect((await run('owners', 'stores.organizationid:=one')).stderr).toContain('"one" is no number, and "organizationid" is bigint');
  });

  const columnOf = async (migrationsFolder: string, change: string): Promise<unknown> => {
    const database = await openTestDatabase();
    try {
      const { mine, theirs } = await seed(database.pool);
      for (const { organizationid } of [mine, theirs])
        await database.pool.query("insert into stores (organizationid, name) values ($1, 'Antes')", [organizationid]);
      await database.pool.query(change);
      await migrateDatabase(database, { migrationsFolder });
      const { rows } = await database.pool.query(
        "select array_agg(name order by storeid) as names, (select is_nullable || coalesce(column_default, '') from information_schema.columns where table_name = 'stores' and column_name = 'name') as needed from stores",
      );
      return rows[0];
    } finally {
      await database.close();
    }
  };
  /** The column as it is before the migration: its search text goes with it, and is not what is asked here. */
  const withoutColumn = 'alter table stores drop column search_text; alter table stores drop column name cascade';

  test('writes a constant to rows that are there, and leaves no default', async () => {
    withoutName();
    const { status, stdout } = await run('names', 'stores.name:=Tienda');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(`${next}_names.sql`) });
    expect(snapshots()).toEqual([`${next}_snapshot.json`]);
    expect(await columnOf(folder, withoutColumn)).toEqual({ names: ['Tienda', 'Tienda'], needed: 'NO' });
  });

  test('writes an expression over each row that is there, and leaves no default', async () => {
    withoutName();
    expect((await run('names', "stores.name:=('Tienda ' || organizationid)")).status).toBe(0);
    expect(await columnOf(folder, withoutColumn)).toEqual({
      names: [expect.stringMatching(/^Tienda \d+$/), expect.stringMatching(/^Tienda \d+$/)],
      needed: 'NO',
    });
  });

  test('writes the value where a column becomes required, to rows without one', async () => {
    before((snapshot) => {
      storesOf(snapshot).columns['name']!.notNull = false;
    });
    expect((await run('names', 'stores.name:=Tienda')).status).toBe(0);
    expect(
      await columnOf(
        folder,
        'alter table stores alter column name drop not null; update stores set name = null where storeid = (select min(storeid) from stores)',
      ),
    ).toEqual({ names: ['Tienda', 'Antes'], needed: 'NO' });
  });

  const checkOf = (part: string) => (snapshot: Stored) =>
    Object.values(storesOf(snapshot).checkConstraints).find(({ value }) => value.includes(part))!;
  test.each([
    ['fewer choices', '"status" in', (value: string) => value.replace(')', ", 'old')")],
    ['a shorter text', 'length("name")', (value: string) => value.replace(/\d+/, '9999')],
    ['a smaller number', '"commission_bp"', (value: string) => value.replace(/\d+$/, '99999')],
    ['a condition of another form', 'length("phone")', () => '"phone" is null'],
  ])('warns of a narrower check: %s', async (_what, part, wider) => {
    let name = '',
      old = '',
      now = '';
    before((snapshot) => {
      const check = checkOf(part)(snapshot);
      [name, now, old] = [check.name, check.value, wider(check.value)];
      check.value = old;
    });
    expect(old).not.toBe(now);
    const { stderr, status } = await run('narrower');
    expect(status).toBe(0);
    expect(stderr).toContain(
      `Look out: stores: the check ${name} becomes narrower, or may: it was ${old}, it becomes ${now}. Rows that break it stop the migration`,
    );
  });

  test('warns of a check that is new over a column that is there, and of an exclusion', async () => {
    let name = '';
    before((snapshot) => {
      name = checkOf('"status" in')(snapshot).name;
      delete storesOf(snapshot).checkConstraints[name];
      snapshot.exclusions.splice(0, 1);
    });
    const { stderr } = await run('--check');
    expect(stderr).toContain(`Look out: stores: the check ${name} is new`);
    expect(stderr).toContain('Look out: fmtri_affiliations: fmtri_affiliations_affiliate_userid_audience_excl is new');
  });

  test.each([
    ['more choices', '"status" in', (value: string) => value.replace(/, '\w+'\)/, ')')],
    ['a longer text', 'length("name")', (value: string) => value.replace(/\d+/, '1')],
    ['a greater number', '"commission_bp"', (value: string) => value.replace(/\d+$/, '1')],
  ])('says nothing of a wider check: %s', async (_what, part, narrower) => {
    before((snapshot) => {
      const check = checkOf(part)(snapshot),
        now = check.value;
      check.value = narrower(now);
      expect(check.value).not.toBe(now);
    });
    const { stderr, stdout, status } = await run('wider');
    expect(stderr).not.toContain('Look out');
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining(`${next}_wider.sql`) });
  });

  test('makes an exclusion again when it is said otherwise, and drops one that is no longer said', async () => {
    before((snapshot) => {
      snapshot.exclusions[1]!.definition = snapshot.exclusions[1]!.definition.replace('(active)', '(true)');
      snapshot.exclusions.push({ name: 'stores_name_excl', table: 'stores', definition: 'EXCLUDE USING gist ("name" WITH =)' });
    });
    expect((await run('periods')).status).toBe(0);
    const text = written('periods');
    expect(text).toContain('ALTER TABLE "stores" DROP CONSTRAINT "stores_name_excl";');
    expect(text.indexOf('ALTER TABLE "price_tiers" DROP CONSTRAINT "price_tiers_distanceid_audience_excl";')).toBeLessThan(
      text.indexOf('ALTER TABLE "price_tiers" ADD CONSTRAINT "price_tiers_distanceid_audience_excl" EXCLUDE USING gist'),
    );
  });
});
