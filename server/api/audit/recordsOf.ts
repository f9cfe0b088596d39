import { fieldOf, type AnyResource } from '@/schema';
import { isNamed } from '@/schema/field';
import { can } from '@/schema/project/access';
import { remember } from '../../kernel/remember';
import type { Row } from '../../kernel/Row';
import { select, value } from '../../kernel/select';
import { bind, column, every, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { titleText } from '../list/reader';
import { scopeSql } from '../list/scope';
import { titleKey, type Titles } from './valueWords';

/** A record that a person reaches: how it is called, and whether it was removed. */
export interface Reached {
  readonly title: string | null;
  readonly isGone: boolean;
}
/** Records by `titleKey`. */
export type Records = ReadonlyMap<string, Reached>;
/** Who reads the titles: people who may open the records, who may list them, or everybody who reads the value that refers to them. */
type Reach = 'show' | 'list' | 'named';

/** Records among some that the person reaches now, with their titles, removed ones too. */
const reachedOf = async (tx: Transaction, resource: AnyResource, ids: readonly number[], reach: Reach): Promise<Records> => {
  const isOpen = reach === 'named';
  if (ids.length === 0 || (!isOpen && !can(tx.grants, reach, resource))) return new Map();
  const title = titleText(tx, resource, 't', isOpen);
  const key = column('t', resource.key);
  const rows = await select(
    tx,
    {
      id: value<number>(key),
      title: value<string | null>(sql.raw(title ? `(${title})::text` : 'null::text')),
      isGone: value<boolean>(resource.appendOnly ? sql`false` : sql`${column('t', 'deleted_at')} is not null`),
    },
    sql`from ${sql.raw(`${quote(resource.name)} "t"`)} where ${every([
      sql`${key} = any(${bind([...new Set(ids)])}::bigint[])`,
      isOpen ? null : scopeSql(tx.registry, tx.grants, resource, reach, 't'),
    ])}`,
  );
  return new Map(rows.map(({ id, title: said, isGone }) => [titleKey(resource.name, id), { title: said, isGone }]));
};

type Pairs = readonly (readonly [resource: string, id: number])[];
/** Records of many resources, one statement for each resource. */
const read = async (tx: Transaction, pairs: Pairs, reach: Reach): Promise<Records> => {
  const groups = new Map<string, number[]>();
  for (const [name, id] of pairs) remember(groups, name, () => []).push(id);
  const all = new Map<string, Reached>();
  for (const [name, ids] of groups) {
    const resource = tx.registry.find(name);
    if (resource) for (const [key, reached] of await reachedOf(tx, resource, ids, reach)) all.set(key, reached);
  }
  return all;
};
/** Records of many resources that the person may open, by `titleKey`. */
export const recordsOf = (tx: Transaction, pairs: Pairs): Promise<Records> => read(tx, pairs, 'show');

/** A value that refers to a record. */
export interface Reference {
  readonly to: string;
  readonly id: number;
  /** Everybody who reads the value reads the title of the record. */
  readonly isNamed: boolean;
}
/** The references in some values of a resource, given by their fields. */
export const referencesIn = (resource: AnyResource, values: readonly (readonly [name: string, value: unknown])[]): readonly Reference[] =>
  values.flatMap(([name, value]) => {
    const field = fieldOf(resource, name);
    const to = field.target ?? field.targets;
    if (to === undefined) return [];
    return [value].flat().flatMap((id) => (typeof id === 'number' ? [{ to, id, isNamed: isNamed(field) }] : []));
  });
/** The references in rows of a resource. */
export const referencesOfRows = (resource: AnyResource, rows: readonly Row[]): readonly Reference[] =>
  rows.flatMap((row) =>
    referencesIn(
      resource,
      Object.entries(row).filter(([name]) => resource.all[name] !== undefined),
    ),
  );

/** How the records are called that values refer to, as far as the person may read it. */
export const readTitles = async (tx: Transaction, references: readonly Reference[]): Promise<Titles> => {
  const titles = new Map<string, string>();
  for (const reach of ['list', 'named'] as const) {
    const asked = references.filter(({ to, id, isNamed: named }) => named === (reach === 'named') && !titles.has(titleKey(to, id)));
    const pairs = asked.map(({ to, id }) => [to, id] as const);
    for (const [key, { title }] of await read(tx, pairs, reach)) if (title !== null) titles.set(key, title);
  }
  return titles;
};
