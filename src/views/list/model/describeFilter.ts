import { fieldAt, stepOf, wayOf, type AnyField, type AnyResource, type Filter, type Registry, type Step } from '@/schema';
import type { Parent, Place, TextContext } from '../../../fields/kit/contracts';
import { fieldLabel } from '../../../fields/kit/fieldLabel';
import { uiOf } from '../../../fields/kit/fieldUi';
import { conditionsOf, wordOf, type Condition } from './chips';
import { choiceKey } from '@/schema/project/i18n';

/** What describing needs: the declaration, related ones and the texts. */
export interface Describing {
  readonly resource: AnyResource;
  readonly registry: Registry;
  readonly context: TextContext;
  /** The workspace of the list. */
  readonly within?: Parent | undefined;
  /** Known titles of referenced records: `eventid` → 7 → "Triatlón Veracruz". */
  readonly titles?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Where the texts of a field are: its own resource, the one at the end of its path, or the common ones of every row. */
export const placeOf = ({ resource, registry }: Pick<Describing, 'resource' | 'registry'>, path: string): Place => {
  const way = wayOf(registry, resource, path);
  return way ? { resource: way.end.name, name: way.name } : { resource: resource.name, name: path };
};
/** Whether a list is filtered by records of another kind over several of their fields, so that their name alone does not say which is meant. */
const isOneOfSeveral = ({ name, to, link }: Step, { list }: AnyResource): boolean =>
  link === 'children' && list.filters?.some((path) => path.startsWith(`${to.name}.`) && !path.startsWith(`${name}.`)) === true;

/** The label of a field, or of the steps of a path; a relation back is called like its records, and by its field where there are several. */
export const labelOf = (describing: Describing, path: string): string => {
  const { resource, registry, context } = describing;
  const step = stepOf(registry, resource, path);
  if (!step) return fieldLabel(context, resource, path);
  const records = context.t(`${step.to.name}.${step.to.name}`);
  const back = isOneOfSeveral(step, resource) ? `${records} (${fieldLabel(context, step.to, step.via)})` : records;
  const own = resource.all[step.name] ? fieldLabel(context, resource, step.name) : back;
  return `${own} › ${labelOf({ ...describing, resource: step.to }, step.rest)}`;
};

const most = 3;
const wordsOf = (describing: Describing, path: string, field: AnyField, value: unknown): string => {
  const { context, titles } = describing;
  if (value === null || value === undefined) return '';
  if ((field.target || field.targets) && !Array.isArray(value)) return titles?.[path]?.[String(value)] ?? `#${String(value)}`;
  // A list of values, each of which its type shows on its own.
  return Array.isArray(value)
    ? value.map((each) => wordsOf(describing, path, field, each)).join(', ')
    : textOf(field, value, placeOf(describing, path), context);
};
const textOf = (field: AnyField, value: unknown, place: Place, context: TextContext): string => {
  if (field.values) return context.t(choiceKey(place.resource, place.name, field, String(value)));
  // A part of a value (`contains`) is not a value of the type.
  return typeof value === 'string' && (field.column === 'jsonb' || field.column?.endsWith('[]'))
    ? value
    : uiOf(field).toText(value, field, place, context);
};

const valueWords = (describing: Describing, { field: path, op, value }: Condition, field: AnyField): string => {
  const { t } = describing.context;
  const list = Array.isArray(value) ? value.map((each) => wordsOf(describing, path, field, each)) : [];
  if (op === 'between') return t('list.filter.range', { from: list[0] ?? '', to: list[1] ?? '' });
  if (op === 'in' || op === 'has')
    return list.length > most ? t('list.filter.more', { some: list.slice(0, most).join(', '), rest: list.length - most }) : list.join(', ');
  return op === 'null' ? '' : wordsOf(describing, path, field, value);
};

/** Names the group of a status when the chosen values are exactly its values. */
const groupWords = ({ context }: Describing, { op, value }: Condition, field: AnyField, place: Place): string | null => {
  const { groups = {} } = field;
  if (op !== 'in' || !Array.isArray(value)) return null;
  const found = Object.entries(groups).find(([, values]) => values.length === value.length && values.every((each) => value.includes(each)));
  return found ? context.t(`${place.resource}.groups.${place.name}.${found[0]}`) : null;
};

const describeCondition = (describing: Describing, condition: Condition): string => {
  const { resource, registry, context } = describing;
  const field = fieldAt(registry, resource, condition.field);
  if (!field) return condition.field;
  const place = placeOf(describing, condition.field);
  const group = groupWords(describing, condition, field, place);
  // One value, or one name for several, is shown as `is`.
  const single = condition.op === 'in' && (group !== null || (Array.isArray(condition.value) && condition.value.length === 1));
  const word = context.t(wordOf(single ? { op: 'eq', denied: condition.denied } : condition, field));
  return `${labelOf(describing, condition.field)} ${word} ${group ?? valueWords(describing, condition, field)}`.trim();
};

/** Describes a filter in one line, for its chip and for screen readers. */
export const describeFilter = (describing: Describing, filter: Filter): string => {
  const { t } = describing.context;
  const conditions = conditionsOf(filter);
  if (conditions) return conditions.map((each) => describeCondition(describing, each)).join(` ${t('list.filter.or')} `);
  if ('not' in filter) return t('list.filter.not', { what: describeFilter(describing, filter.not) });
  const [joined, word] = 'or' in filter ? [filter.or, 'list.filter.or'] : 'and' in filter ? [filter.and, 'list.filter.and'] : [[], ''];
  return joined
    .map((each) => ('field' in each ? describeFilter(describing, each) : `(${describeFilter(describing, each)})`))
    .join(` ${t(word)} `);
};
