import { fieldOf, isStored, joinName, stepOf, wayOf, type AnyField, type AnyResource, type Registry } from '@/schema';
import { cellOf, type CellKind } from '@/schema/cell';
import { isNamed } from '@/schema/field';
import { must } from '@/schema/must';
import { can, canSee } from '@/schema/project/access';
import { choiceKey } from '@/schema/project/i18n';
import { sqlLiteral } from '@/schema/sql';
import { invalid } from '../../../kernel/DomainError';
import type { Translate } from '../../../kernel/messages';
import { columnText, every, quote, sql, type SQL } from '../../../kernel/sql';
import { aliveText } from '../../../api/list/alive';
import type { Asked } from './Asked';
import { computedText, titleText, type Viewer } from '../../../api/list/reader';
import { scopeSql } from '../../../api/list/scope';

/** One column of a file. */
export interface PlannedColumn {
  /** As it was asked for. */
  readonly name: string;
  /** The word at its head. */
  readonly label: string;
  readonly kind: CellKind;
  /** SQL of its value, of the kind that it says. */
  readonly value: string;
  /** Its name among JSON values, and SQL of the value there. */
  readonly json: readonly [name: string, value: string];
  /** The words of the values of a closed set. */
  readonly words?: readonly (readonly [value: string, word: string])[];
  /** Whether the person may not read it, so that it is empty. */
  readonly isHidden: boolean;
}
/** The columns of a file and what they are joined from; the rows themselves are called "t". */
export interface ColumnPlan {
  readonly columns: readonly PlannedColumn[];
  readonly joins: SQL;
}

const labelOf = (registry: Registry, resource: AnyResource, path: string, say: (key: string) => string): string => {
  const step = stepOf(registry, resource, path);
  const own = (name: string): string =>
    say(Object.hasOwn(resource.fields, name) ? `${resource.name}.fields.${name}` : `common.fields.${name}`);
  return step ? `${own(step.name)} › ${labelOf(registry, step.to, step.rest, say)}` : own(path);
};

interface Found {
  readonly value: string;
  readonly kind: CellKind;
  readonly json: string;
  readonly jsonName: string;
  readonly words?: PlannedColumn['words'];
  readonly joins: readonly SQL[];
}
interface Place {
  readonly viewer: Viewer;
  readonly resource: AnyResource;
  readonly alias: string;
  readonly name: string;
  readonly field: AnyField;
  readonly say: (key: string) => string;
}

const cases = (column: string, words: readonly (readonly [string, string])[]): string =>
  `case ${column} ${words.map(([value, word]) => `when ${sqlLiteral(value)} then ${sqlLiteral(word)}`).join(' ')} else ${column} end`;

type Say = Place['say'];
/** The words of the values of a closed set. */
const wordsOf = (resource: string, name: string, field: AnyField, say: Say): PlannedColumn['words'] =>
  field.values?.map((value) => [value, say(choiceKey(resource, name, field, value))]);

/** SQL of the title of a record that a value refers to, in words where it is one of a closed set. */
const saidTitle = (viewer: Viewer, target: AnyResource, alias: string, say: Say, alsoClosed = false): string | null => {
  const title = titleText(viewer, target, alias, alsoClosed);
  const words = wordsOf(target.name, target.title, fieldOf(target, target.title), say);
  return title && words ? cases(title, words) : title;
};

/** A reference is written as the title of its record, or its number where the person may not read that. */
const reference = ({ viewer, alias, name, field, say }: Place): Found => {
  const target = viewer.registry.get(must(field.target, `the target of ${name}`));
  const under = `${alias}_${name}`,
    own = columnText(alias, name),
    alsoClosed = isNamed(field);
  const title = saidTitle(viewer, target, under, say, alsoClosed);
  const scope = alsoClosed ? null : scopeSql(viewer.registry, viewer.grants, target, 'list', under);
  const on = every([sql.raw(`${columnText(under, target.key)} = ${own}`), scope]);
  return {
    kind: 'text',
    value: title ? `coalesce(${title}, '#' || ${own})` : `'#' || ${own}`,
    jsonName: joinName(name),
    json: `case when ${own} is not null then json_build_object(${sqlLiteral(target.key)}, ${own}, 'title', ${title ?? 'null'}) end`,
    joins: title ? [sql` left join ${sql.raw(`${quote(target.name)} ${quote(under)}`)} on ${on}`] : [],
  };
};

/** A set of references is written as the titles of its records, in the order of their keys. */
const referenceSet = ({ viewer, alias, name, field, say }: Place): Found => {
  const target = viewer.registry.get(must(field.targets, `the targets of ${name}`));
  const under = `${alias}_${name}`,
    set = `${under}_set`,
    own = columnText(alias, name);
  const title = saidTitle(viewer, target, under, say);
  const on = every([sql.raw(`${columnText(under, target.key)} = u.id`), scopeSql(viewer.registry, viewer.grants, target, 'list', under)]);
  const said = `coalesce(${title ?? 'null'}, '#' || u.id)`;
  return {
    kind: 'text',
    value: columnText(set, 'said'),
    jsonName: joinName(name),
    json: columnText(set, 'list'),
    joins: [
      sql` left join lateral (select string_agg(${sql.raw(`${said}, ', ' order by u.at) as said, json_agg(json_build_object(${sqlLiteral(target.key)}, u.id, 'title', ${title ?? 'null::text'}) order by u.at) as list from unnest(${own}) with ordinality u(id, at) left join ${quote(target.name)} ${quote(under)} on`)} ${on}) ${sql.raw(quote(set))} on true`,
    ],
  };
};

/** A value of the row itself, in words where it is one of a closed set. */
const plain = ({ viewer, resource, alias, name, field, say }: Place): Found => {
  const column = isStored(field)
    ? columnText(alias, name)
    : field.computed
      ? computedText(viewer.registry, resource, alias, field.computed)
      : 'null::text';
  const { kind, sql: made } = cellOf(field);
  const words = wordsOf(resource.name, name, field, say);
  const found: Found = { kind, value: made?.(column, viewer.locale) ?? column, jsonName: name, json: column, joins: [] };
  if (!words) return found;
  if (field.column === 'text') return { ...found, words };
  return field.column === 'text[]'
    ? {
        ...found,
        value: `(select string_agg(${cases('u.v', words)}, ', ' order by u.at) from unnest(${column}) with ordinality u(v, at))`,
      }
    : found;
};

const findAt = (place: Place): Found => (place.field.target ? reference(place) : place.field.targets ? referenceSet(place) : plain(place));

interface Reached {
  readonly alias: string;
  readonly joins: readonly SQL[];
  readonly isOpen: boolean;
  readonly prefix: string;
}
/** Follows a path over single links; what the person may not list is not followed. */
const reach = (viewer: Viewer, resource: AnyResource, path: string): Reached & { readonly end: AnyResource; readonly name: string } => {
  const way = wayOf(viewer.registry, resource, path);
  if (!way || way.steps.some(({ link }) => link !== 'one')) throw invalid([{ path: 'columns', code: 'INVALID_FILTER' }]);
  let reached: Reached = { alias: 't', joins: [], isOpen: true, prefix: '' };
  for (const { to, via, reads } of way.steps) {
    const alias = `${reached.alias}_${via}_row`;
    const on = every([
      sql.raw(`${columnText(alias, to.key)} = ${columnText(reached.alias, via)}`),
      scopeSql(viewer.registry, viewer.grants, to, 'list', alias),
    ]);
    reached = {
      alias,
      isOpen: reached.isOpen && can(viewer.grants, 'list', to) && reads.every((field) => canSee(viewer.grants, field)),
      prefix: `${reached.prefix}${joinName(via)}.`,
      joins: [...reached.joins, sql` left join ${sql.raw(`${quote(to.name)} ${quote(alias)}`)} on ${on}`],
    };
  }
  return { ...reached, end: way.end, name: way.name };
};

/** Who looks at such a value is recorded with its own record, so it is read from its own list only. */
const isLogged = ({ logsReads }: AnyResource, name: string): boolean => logsReads === true || (logsReads?.includes(name) ?? false);

const pickPattern = /^(\w+)\.(\w+)\[(\w+)=(\d{1,15})\]\.(\w+)$/;
/** The value of the one child of a row that points to a record: `question_answers.inscriptionid[questionid=12].value`. Nothing for other paths. */
const pickAt = (
  viewer: Viewer,
  resource: AnyResource,
  path: string,
  at: number,
): (Omit<Found, 'jsonName'> & { readonly isOpen: boolean }) | null => {
  const [, childName = '', via = '', by = '', id = '', name = ''] = pickPattern.exec(path) ?? [];
  const child = viewer.registry.find(childName);
  const [back, key, field] = [child?.all[via], child?.all[by], child?.all[name]];
  if (!child || !key?.target || !field || back?.target !== resource.name || field.embeds || !isStored(field)) return null;
  const alias = `pick${at}`;
  const { kind, sql: made } = cellOf(field);
  const own = columnText(alias, name);
  const where = every([
    sql.raw(`${columnText(alias, via)} = ${columnText('t', resource.key)} and ${columnText(alias, by)} = ${id}`),
    sql.raw(aliveText(child, alias)),
    scopeSql(viewer.registry, viewer.grants, child, 'list', alias),
  ]);
  return {
    kind,
    isOpen: can(viewer.grants, 'list', child) && [back, key, field].every((each) => canSee(viewer.grants, each)) && !isLogged(child, name),
    value: columnText(`${alias}_of`, 'said'),
    json: columnText(`${alias}_of`, 'raw'),
    joins: [
      sql` left join lateral (select ${sql.raw(`${made?.(own, viewer.locale) ?? own} as said, ${own} as raw from ${quote(child.name)} ${quote(alias)}`)} where ${where} limit 1) ${sql.raw(quote(`${alias}_of`))} on true`,
    ],
  };
};

/** Plans the columns of a file for a person: what they may not read is a column without values. */
export const planColumns = (
  viewer: Viewer,
  resource: AnyResource,
  { columns: asked, labels }: Pick<Asked, 'columns' | 'labels'>,
  translate: Translate,
): ColumnPlan => {
  const say = (key: string): string => translate(key, viewer.locale);
  const joins = new Map<string, SQL>();
  const columns = [...new Set(asked)].map((path, index): PlannedColumn => {
    const picked = pickAt(viewer, resource, path, index);
    if (picked) {
      const head = { name: path, label: labels[path] ?? path };
      if (!picked.isOpen) return { ...head, kind: 'text', value: 'null::text', json: [path, 'null::text'], isHidden: true };
      for (const join of picked.joins) joins.set(path, join);
      return { ...head, kind: picked.kind, value: picked.value, json: [labels[path] ?? path, picked.json], isHidden: false };
    }
    const { end, name, alias, isOpen, prefix, joins: way } = reach(viewer, resource, path);
    if (!end.all[name] || end.all[name].embeds) throw invalid([{ path: `columns.${index}`, code: 'INVALID_FILTER' }]);
    const field = fieldOf(end, name);
    const label = labels[path] ?? labelOf(viewer.registry, resource, path, say);
    if (!isOpen || !canSee(viewer.grants, field) || (way.length > 0 && isLogged(end, name)))
      return { name: path, label, kind: 'text', value: 'null::text', json: [`${prefix}${name}`, 'null::text'], isHidden: true };
    const found = findAt({ viewer, resource: end, alias, name, field, say });
    for (const [at, join] of way.entries())
      joins.set(
        `${path
          .split('.')
          .slice(0, at + 1)
          .join('.')} row`,
        join,
      );
    for (const join of found.joins) joins.set(path, join);
    return {
      name: path,
      label,
      kind: found.kind,
      value: found.value,
      json: [`${prefix}${found.jsonName}`, found.json],
      ...(found.words && { words: found.words }),
      isHidden: false,
    };
  });
  return { columns, joins: sql.join([...joins.values()]) };
};
