/** `npm run db:generate -- [--check] [name] [table.old=new | table.old= ...]`: writes what the declarations changed, asking nothing. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { projectedSecurity, schemaTables } from '../server/database/schema';

type Snapshot = ReturnType<typeof generateDrizzleJson>;
interface Journal { readonly version: string; readonly dialect: string; readonly entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] }

const folder = new URL('../server/database/migrations/', import.meta.url);
const securityFile = new URL('../server/database/security.sql', import.meta.url);
const journalFile = new URL('meta/_journal.json', folder);
const numberOf = (idx: number): string => String(idx).padStart(4, '0');
const snapshotFile = (idx: number): URL => new URL(`meta/${numberOf(idx)}_snapshot.json`, folder);
const read = <T>(file: URL): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const write = (file: URL, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);

const args = process.argv.slice(2);
const isCheck = args.includes('--check');
const renames = args.filter((arg) => arg.includes('='));
const [name = 'change'] = args.filter((arg) => !arg.startsWith('--') && !arg.includes('='));

/** Applies renames, and removals said by `table.old=`, to the last snapshot, so that the difference keeps what goes on under another name. */
const rename = (snapshot: Snapshot): string[] =>
  renames.map((each) => {
    const [left = '', to = ''] = each.split('=');
    const [table = '', from = ''] = left.split('.');
    const known = snapshot.tables[`public.${table}`];
    const column = known?.columns[from];
    if (!known || !column) throw new Error(`"${each}" is not table.old=new, nor table.old= to drop, with a column of the last migration`);
    delete known.columns[from];
    if (!to) return `ALTER TABLE "${table}" DROP COLUMN "${from}" CASCADE;`;
    known.columns[to] = { ...column, name: to };
    return `ALTER TABLE "${table}" RENAME COLUMN "${from}" TO "${to}";`;
  });

const missing = (from: object, other: object): string[] => Object.keys(from).filter((key) => !Object.hasOwn(other, key));
/** Where drizzle would ask whether a name was changed or one thing went and another came; without a terminal its question ends the process. */
const questions = (from: Snapshot, to: Snapshot): string[] => {
  const tables = { gone: missing(from.tables, to.tables), come: missing(to.tables, from.tables) };
  if (tables.gone.length && tables.come.length) return [`tables ${tables.gone.join(', ')} went and ${tables.come.join(', ')} came: generate twice, removing first`];
  return Object.entries(to.tables as Snapshot['tables']).flatMap(([key, value]) => {
    const { name: table, columns } = value as Snapshot['tables'][string];
    const before = from.tables[key]?.columns ?? {};
    const gone = missing(before, columns), come = missing(columns, before);
    return gone.length && come.length && from.tables[key] ? [`${gone.map((each) => `${table}.${each}`).join(', ')} went and ${come.join(', ')} came: say ${table}.${gone[0]}=${come[0]} to rename, ${table}.${gone[0]}= to drop`] : [];
  });
};
const answered = (from: Snapshot, to: Snapshot): void => {
  const open = questions(from, to);
  if (open.length === 0) return;
  console.error(open.join('\n'));
  process.exit(1);
};

/** drizzle has no word for a unique index in which nulls are equal; the end of its name has. */
const withNulls = (statement: string): string => statement.replace(/^(CREATE UNIQUE INDEX "\w+_nnd" ON .*? USING btree \(.*?\))( WHERE|;)/, '$1 NULLS NOT DISTINCT$2');

const journal: Journal = existsSync(journalFile) ? read(journalFile) : { version: '7', dialect: 'postgresql', entries: [] };
const last = journal.entries.at(-1);
const previous = last ? read<Snapshot>(snapshotFile(last.idx)) : generateDrizzleJson({});
const current = generateDrizzleJson(schemaTables(), previous.id);
const renamed = structuredClone(previous);
const renaming = rename(renamed);
answered(renamed, current);
const isDrop = (statement: string): boolean => statement.includes(' DROP COLUMN ');
const difference = (await generateMigration(renamed, current)).map(withNulls);
/** Columns go last: a constraint that goes with its column could not be dropped after it. */
const statements = [...renaming.filter((each) => !isDrop(each)), ...difference, ...renaming.filter(isDrop)];
const security = projectedSecurity();
const isSecurityNew = !existsSync(securityFile) || readFileSync(securityFile, 'utf8') !== security;

if (isCheck) {
  for (const statement of statements) console.log(statement);
  if (isSecurityNew) console.log('server/database/security.sql differs from the declarations');
  console.log(statements.length || isSecurityNew ? 'The declarations changed: run "npm run db:generate -- NAME".' : 'The migrations match the declarations.');
  process.exit(statements.length || isSecurityNew ? 1 : 0);
}
if (statements.length) {
  const idx = (last?.idx ?? -1) + 1;
  const tag = `${numberOf(idx)}_${name}`;
  mkdirSync(new URL('meta/', folder), { recursive: true });
  writeFileSync(new URL(`${tag}.sql`, folder), `${statements.join('\n--> statement-breakpoint\n')}\n`);
  write(snapshotFile(idx), current);
  write(journalFile, { ...journal, entries: [...journal.entries, { idx, version: '7', when: Math.max(Date.now(), (last?.when ?? 0) + 1), tag, breakpoints: true }] });
  console.log(`server/database/migrations/${tag}.sql: ${statements.length} statements`);
}
if (isSecurityNew) {
  writeFileSync(securityFile, security);
  console.log('server/database/security.sql');
}
if (!statements.length && !isSecurityNew) console.log('Nothing changed.');
process.exit(0);
