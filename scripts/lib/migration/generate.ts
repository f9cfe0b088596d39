import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { registry } from '@/resources';
import { withPlugins } from '@/plugins/withPlugins';
import { addedTables, projectedExclusions, projectedSecurity, schemaTables } from '../../../server/database/schema';
import { loadPlugin } from '../../../server/plugins/loadPlugins';
import { releasedMigrations } from '../release/releases';
import { readAnswers } from './Answers';
import { composeMigration } from './composeMigration';
import { changedMigrations, hashOf, withEdited, type Journal } from './landed';
import { readSnapshot, snapshotText, type Snapshot } from './Snapshot';

/** The result: lines for the person, lines about errors and warnings, and whether everything is in order. */
export interface Generated {
  readonly status: 0 | 1;
  readonly said: readonly string[];
  readonly warned: readonly string[];
}

const securityFile = new URL('../../../server/database/security.sql', import.meta.url);
const landedFolder = new URL('../../../server/database/migrations/', import.meta.url);
const numberOf = (idx: number): string => String(idx).padStart(4, '0');
const snapshotName = (idx: number): string => `${numberOf(idx)}_snapshot.json`;
const read = <T>(file: URL): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const refused = (warned: readonly string[]): Generated => ({ status: 1, said: [], warned });

const flag = { type: 'boolean', default: false } as const;
const readArguments = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { check: flag, data: flag, edited: flag, folder: { type: 'string' }, plugin: { type: 'string' } },
  });
  const chosen = values.plugin === undefined ? values.folder : `${values.plugin}/migrations`;
  const folder = chosen === undefined ? landedFolder : pathToFileURL(`${resolve(chosen)}/`);
  return { ...values, folder, answers: readAnswers(positionals), name: positionals.find((arg) => !arg.includes('=')) ?? 'change' };
};

/** What the migrations of a folder describe: the product, with its rules as text, or the tables of a plugin. */
const projected = async (
  plugin: string | undefined,
): Promise<Pick<Snapshot, 'exclusions'> & { readonly tables: object; readonly security: string | null }> => {
  if (plugin === undefined) return { tables: schemaTables(), exclusions: projectedExclusions(), security: projectedSecurity() };
  const declared = await loadPlugin(plugin),
    all = withPlugins(registry, [declared]),
    names = new Set((declared.resources ?? []).map(({ name }) => name));
  return {
    tables: addedTables(all, names),
    exclusions: projectedExclusions(all.all.filter(({ name }) => names.has(name))),
    security: null,
  };
};

/** The folder of migrations: its list, and how files are written to it. */
const openFolder = (folder: URL) => {
  const meta = new URL('meta/', folder),
    file = new URL('_journal.json', meta);
  const journal: Journal = existsSync(file) ? read(file) : { version: '7', dialect: 'postgresql', entries: [] };
  const last = journal.entries.at(-1);
  const writeJournal = (changed: Journal): void => writeFileSync(file, `${JSON.stringify(changed, null, 1)}\n`);
  const append = (name: string, statements: readonly string[], snapshot: Snapshot): string => {
    const idx = (last?.idx ?? -1) + 1,
      tag = `${numberOf(idx)}_${name}`,
      text = `${statements.join('\n--> statement-breakpoint\n')}\n`;
    mkdirSync(meta, { recursive: true });
    writeFileSync(new URL(`${tag}.sql`, folder), text);
    writeFileSync(new URL(snapshotName(idx), meta), snapshotText(snapshot));
    for (const old of readdirSync(meta).filter((each) => each.endsWith('_snapshot.json') && each !== snapshotName(idx)))
      rmSync(new URL(old, meta));
    writeJournal({
      ...journal,
      entries: [
        ...journal.entries,
        { idx, version: '7', when: Math.max(Date.now(), (last?.when ?? 0) + 1), tag, breakpoints: true, hash: hashOf(text) },
      ],
    });
    return tag;
  };
  return {
    journal,
    writeJournal,
    append,
    previous: (): Snapshot => (last ? readSnapshot(read(new URL(snapshotName(last.idx), meta))) : readSnapshot(generateDrizzleJson({}))),
  };
};

const takeEdited = (folder: URL): Generated => {
  const { journal, writeJournal } = openFolder(folder);
  writeJournal(withEdited(folder, journal, releasedMigrations()));
  return { status: 0, said: [`${journal.entries.at(-1)?.tag}.sql is taken as it is now.`], warned: [] };
};

const work = async (args: readonly string[]): Promise<Generated> => {
  const { check, data, edited, folder, answers, name, plugin } = readArguments(args);
  if (edited) return takeEdited(folder);
  const { journal, append, previous } = openFolder(folder);
  const changed = changedMigrations(folder, journal);
  if (changed.length > 0) return refused(changed);
  const { tables, exclusions, security } = await projected(plugin);
  const before = previous(),
    current: Snapshot = { tables: generateDrizzleJson(tables as Record<string, unknown>, before.tables.id), exclusions };
  const { statements, questions, warnings } = await composeMigration(before, current, answers);
  if (questions.length > 0) return refused(questions);
  const warned = warnings.map((warning) => `Look out: ${warning}`);
  const isSecurityNew = security !== null && (!existsSync(securityFile) || readFileSync(securityFile, 'utf8') !== security),
    isNew = statements.length > 0 || isSecurityNew;
  if (check) {
    const verdict = isNew ? 'The declarations changed: run "npm run db:generate -- NAME".' : 'The migrations match the declarations.';
    return {
      status: isNew ? 1 : 0,
      said: [...statements, ...(isSecurityNew ? ['server/database/security.sql differs from the declarations'] : []), verdict],
      warned,
    };
  }
  const written = [...statements, ...(data ? ['-- Write here what changes the data, then run "npm run db:generate -- --edited".'] : [])];
  const said = written.length > 0 ? [`${append(name, written, current)}.sql: ${statements.length} statements`] : [];
  if (isSecurityNew && security !== null) writeFileSync(securityFile, security);
  return {
    status: 0,
    said: isNew || data ? [...said, ...(isSecurityNew ? ['server/database/security.sql'] : [])] : ['Nothing changed.'],
    warned,
  };
};

/** Writes the changes of the declarations, or says what must be answered or corrected first. */
export const generate = (args: readonly string[]): Promise<Generated> => work(args).catch((error: Error) => refused([error.message]));
