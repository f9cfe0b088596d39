import { generateMigration } from 'drizzle-kit/api';
import type { Exclusion } from '@/schema/project/exclusions';
import type { Answers } from './Answers';
import { narrowed } from './narrowed';
import { valueQuestions, withValues } from './required';
import { tablesIn, type Snapshot, type Tables } from './Snapshot';

/**
 * The result of a change of the declarations: statements, questions that must be answered first, and rules that existing rows may break.
 */
export interface Composed {
  readonly statements: readonly string[];
  readonly questions: readonly string[];
  readonly warnings: readonly string[];
}

/** Applies renames, and removals by `table.old=`, to the last snapshot, so that renamed columns are kept. */
const rename = (tables: Tables, { renames }: Answers): string[] =>
  renames.map(({ said, table, from, to }) => {
    const known = tablesIn(tables)[`public.${table}`];
    const column = known?.columns[from];
    if (!known || !column) throw new Error(`"${said}" is not table.old=new, nor table.old= to drop, with a column of the last migration`);
    delete known.columns[from];
    if (!to) return `ALTER TABLE "${table}" DROP COLUMN "${from}" CASCADE;`;
    known.columns[to] = { ...column, name: to };
    return `ALTER TABLE "${table}" RENAME COLUMN "${from}" TO "${to}";`;
  });

const missing = (from: object, other: object): string[] => Object.keys(from).filter((key) => !Object.hasOwn(other, key));
/** Where drizzle would ask whether something was renamed, or removed and added; without a terminal its question ends the process. */
const nameQuestions = (from: Tables, to: Tables): string[] => {
  const tables = { gone: missing(from.tables, to.tables), come: missing(to.tables, from.tables) };
  if (tables.gone.length && tables.come.length)
    return [`tables ${tables.gone.join(', ')} went and ${tables.come.join(', ')} came: generate twice, removing first`];
  return Object.entries(tablesIn(to)).flatMap(([key, { name: table, columns }]) => {
    const before = tablesIn(from)[key]?.columns ?? {};
    const gone = missing(before, columns),
      come = missing(columns, before);
    return gone.length && come.length && tablesIn(from)[key]
      ? [
          `${gone.map((each) => `${table}.${each}`).join(', ')} went and ${come.join(', ')} came: say ${table}.${gone[0]}=${come[0]} to rename, ${table}.${gone[0]}= to drop`,
        ]
      : [];
  });
};

/** drizzle has no option for a unique index in which nulls are equal; it is known by the end of its name. */
const withNulls = (statement: string): string =>
  statement.replace(/^(CREATE UNIQUE INDEX "\w+_nnd" ON .*? USING btree \(.*?\))( WHERE|;)/, '$1 NULLS NOT DISTINCT$2');

const same = (one: Exclusion, other: Exclusion): boolean =>
  one.name === other.name && one.table === other.table && one.definition === other.definition;
const without = (all: readonly Exclusion[], others: readonly Exclusion[]): readonly Exclusion[] =>
  all.filter((one) => !others.some((other) => same(one, other)));
const isDrop = (statement: string): boolean => statement.includes(' DROP COLUMN ');

/** The statements from the last snapshot to the present declarations. */
export const composeMigration = async (previous: Snapshot, current: Snapshot, answers: Answers): Promise<Composed> => {
  const from = structuredClone(previous.tables),
    to = current.tables;
  const renaming = rename(from, answers);
  const questions = [...nameQuestions(from, to)];
  if (questions.length > 0) return { statements: [], questions, warnings: [] };
  const open = valueQuestions(from, to, answers);
  const exclusions = {
    added: without(current.exclusions, previous.exclusions),
    gone: without(previous.exclusions, current.exclusions).filter(({ table }) => to.tables[`public.${table}`]),
  };
  const difference = withValues((await generateMigration(from, to)).map(withNulls), from, to, answers);
  return {
    questions: open,
    warnings: narrowed(from, to, exclusions, answers),
    /** Columns go last: a constraint that is removed together with its column could not be dropped after it. */
    statements: [
      ...exclusions.gone.map(({ name, table }) => `ALTER TABLE "${table}" DROP CONSTRAINT "${name}";`),
      ...renaming.filter((each) => !isDrop(each)),
      ...difference,
      ...renaming.filter(isDrop),
      ...exclusions.added.map(({ name, table, definition }) => `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition};`),
    ],
  };
};
