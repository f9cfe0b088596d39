import { fieldOf, type AnyField } from '@/schema';
import type { ColumnKind } from '@/schema/field';
import { explain } from '../../../kernel/constraints';
import { DomainError } from '../../../kernel/DomainError';
import type { Row } from '../../../kernel/Row';
import { select, value } from '../../../kernel/select';
import { bind, column, every, quote, sql, type SQL } from '../../../kernel/sql';
import { aliveText } from '../../../api/list/alive';
import { scopeSql } from '../../../api/list/scope';
import { must } from '@/schema/must';
import type { ReadRow, Scene } from './scene';

/** The keys of records that rows of a file name by the match key of their import, for each row that could be asked for. */
export type Matches = ReadonlyMap<ReadRow, readonly number[]>;

/** The fields of the match key of an import; none where it has no key. */
export const keyFields = ({ importable: { imports }, job }: Pick<Scene, 'importable' | 'job'>): readonly string[] =>
  (job.match_key && imports.matches[job.match_key]) || [];
/** The values of a row with the event of its import. */
export const valuesOf = ({ importable: { imports }, job }: Pick<Scene, 'importable' | 'job'>, { values }: ReadRow): Row => ({
  ...values,
  ...(imports.event && job.eventid !== null && { [imports.event]: job.eventid }),
});
/** The parts of the match key that a row lacks. */
export const missingIn = (scene: Pick<Scene, 'importable' | 'job'>, values: Row): readonly string[] =>
  keyFields(scene).filter((name) => values[name] == null);

/** How a value may be stored: where all values have one letter case, a plain index finds it. */
const spellings = ({ folded, zod }: AnyField, given: unknown): readonly unknown[] => {
  if (!folded || typeof given !== 'string') return [given];
  const read = zod.safeParse(given);
  return read.success ? [read.data] : [...new Set([given.toUpperCase(), given.toLowerCase()])];
};
const isLoose = ({ column: kind, folded }: AnyField): boolean => kind === 'text' && !folded;
const arrayOf = (kind: ColumnKind): SQL => sql.raw(`${kind === 'double' ? 'double precision' : kind}[]`);

/** Asks, with one statement for all rows, which records the match key names, as far as the person may see them. Answers them row by row; two of them say that it is unclear. */
export const readMatches = async (scene: Scene, rows: readonly Row[]): Promise<readonly (readonly number[])[]> => {
  const { tx, importable } = scene;
  const { resource, imports } = importable;
  const within = [...new Set([...keyFields(scene), ...(imports.event ? [imports.event] : [])])].map((name) => ({
    name,
    field: fieldOf(resource, name),
  }));
  const asked = rows.flatMap((values, at) =>
    within
      .map(({ name, field }) => spellings(field, values[name]))
      .reduce<readonly (readonly unknown[])[]>((some, each) => some.flatMap((begun) => each.map((next) => [...begun, next])), [[at]]),
  );
  const given = within.map(({ name, field }, at) => {
    const kind = must(field.column, `the column of ${name}`);
    return sql`${bind(asked.map((each) => each[at + 1]))}::${arrayOf(kind)}`;
  });
  const same = within.map(({ name, field }, at) => {
    const [theirs, ours] = [column('t', name), column('u', `v${at}`)];
    return isLoose(field) ? sql`lower(${theirs}) = lower(${ours})` : sql`${theirs} = ${ours}`;
  });
  const found = await select(
    tx,
    { at: value<number>(sql`u.at`), id: value<number>(sql`m.id`) },
    sql`from unnest(${bind(asked.map(([at]) => at))}::integer[], ${sql.join(given, sql`, `)}) u(at, ${sql.raw(within.map((_, at) => `v${at}`).join(', '))})
          cross join lateral (
            select ${column('t', resource.key)} as id from ${sql.raw(`${quote(resource.name)} "t"`)}
             where ${every([...same, sql.raw(aliveText(resource, 't')), scopeSql(tx.registry, tx.grants, resource, 'list', 't')])} limit 2) m`,
  );
  const ids = rows.map((): number[] => []);
  for (const { at, id } of found) if (!ids[at]?.includes(id)) ids[at]?.push(id);
  return ids;
};

/**
 * Rows of which none depends on another one, with what their match key names. A row that is not among the matches asks by itself: it
 * lacks a part of the key, or one of the rows has a value that the database refuses.
 */
export const withMatches = async (scene: Scene, reads: readonly ReadRow[]): Promise<Scene> => {
  if (keyFields(scene).length === 0) return scene;
  const rows = reads.flatMap((read) => {
    const values = valuesOf(scene, read);
    return read.problems.length > 0 || missingIn(scene, values).length > 0 ? [] : [{ read, values }];
  });
  if (rows.length === 0) return { ...scene, matches: new Map() };
  const { client } = scene.tx;
  await client.query('savepoint import_matches');
  try {
    const found = await readMatches(
      scene,
      rows.map(({ values }) => values),
    );
    await client.query('release savepoint import_matches');
    return { ...scene, matches: new Map(rows.map(({ read }, at) => [read, found[at] ?? []])) };
  } catch (error) {
    await client.query('rollback to savepoint import_matches; release savepoint import_matches');
    if (explain(scene.tx, scene.importable.resource, error) instanceof DomainError) return { ...scene, matches: new Map() };
    throw error;
  }
};
