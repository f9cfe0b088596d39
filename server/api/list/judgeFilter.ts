import { z } from 'zod';
import {
  filterShape,
  stepOf,
  type AnyField,
  type AnyResource,
  type Comparison,
  type Filter,
  type Grants,
  type Operator,
  type Registry,
} from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { forbidden, invalid } from '../../kernel/DomainError';
import { fieldOf } from './keyField';
import { remember } from '../../kernel/remember';

const maxDepth = 16,
  maxComparisons = 200,
  maxList = 1000,
  maxText = 500;

const groupsOf = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { and, or, not } = value as Readonly<Record<string, unknown>>;
  return [
    ...(Array.isArray(and) ? (and as readonly unknown[]) : []),
    ...(Array.isArray(or) ? (or as readonly unknown[]) : []),
    ...(not === undefined ? [] : [not]),
  ];
};
/** Checks the depth and size of a filter level by level and stops at the limit, before anything expensive is checked. */
const isBearable = (filter: unknown): boolean => {
  let level: readonly unknown[] = [filter],
    comparisons = 0;
  for (let at = 0; level.length > 0; at += 1) {
    if (at > maxDepth) throw invalid([{ path: 'filter', code: 'INVALID_FILTER' }]);
    const next = level.map(groupsOf);
    comparisons += next.filter((inner) => inner.length === 0).length;
    level = next.flat();
    if (comparisons + level.length > maxComparisons + maxDepth) return false;
  }
  return comparisons <= maxComparisons;
};

/** Accepts a well-formed filter within the limits. Names and values are checked against a resource later. */
export const parseFilter = (value: unknown): Filter | null => {
  if (value === null || value === undefined) return null;
  if (!isBearable(value)) throw invalid([{ path: 'filter', code: 'TOO_MANY_COMPARISONS', params: { max: maxComparisons } }]);
  const parsed = filterShape.safeParse(value);
  if (!parsed.success) throw invalid([{ path: 'filter', code: 'INVALID_FILTER' }]);
  return parsed.data;
};

const wholeNumber = z.preprocess((value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value), z.int());
const byColumn: Readonly<Record<string, z.ZodType>> = {
  bigint: wholeNumber,
  integer: wholeNumber.pipe(z.number().min(-2_147_483_648).max(2_147_483_647)),
  double: z.preprocess((value) => (typeof value === 'string' && value !== '' ? Number(value) : value), z.number()),
  boolean: z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()),
  timestamptz: z.iso.datetime({ offset: true }),
  date: z.iso.date(),
};
const text = z.string().max(maxText);

/** Values that are compared as a whole are normalised like the field (case, blanks). A value that no row can have matches nothing. */
const wholeValue = (field: AnyField): z.ZodType => {
  const kind = byColumn[field.column ?? ''];
  if (kind) return kind;
  if (field.values) return z.enum(field.values as string[]);
  return text.transform((value) => {
    const spelt = field.zod.safeParse(value);
    return spelt.success ? spelt.data : value;
  });
};
const valueSchema = (field: AnyField, op: Operator): z.ZodType => {
  switch (op) {
    case 'in':
      return z.array(wholeValue(field)).max(maxList);
    case 'between':
      return z.tuple([wholeValue(field), wholeValue(field)]);
    case 'contains':
    case 'startswith':
      return text.min(1);
    case 'has':
      return z
        .array(field.element?.() ?? wholeValue(field))
        .min(1)
        .max(maxList);
    case 'null':
      return z.literal([true, null]).optional(); // an absence is negated by `not`; any other value would look as if it did that
    default:
      return wholeValue(field);
  }
};

const schemas = new WeakMap<AnyField, Map<Operator, z.ZodType>>();
const schemaOf = (field: AnyField, op: Operator): z.ZodType => {
  const known = remember(schemas, field, () => new Map<Operator, z.ZodType>());
  return remember(known, op, () => valueSchema(field, op));
};

export interface Judge {
  readonly registry: Registry;
  readonly grants: Grants;
}

const isDeclared = (resource: AnyResource, path: string): boolean =>
  path === resource.key ||
  resource.list.filters?.includes(path) === true ||
  (!path.includes('.') && (resource.all[path]?.target ?? resource.all[path]?.targets) !== undefined && resource.all[path]?.column !== null);

/** A path is readable when every field on it is, and the person may list the resources on it. */
const isReadable = (judge: Judge, resource: AnyResource, path: string): boolean => {
  const { registry, grants } = judge;
  const step = stepOf(registry, resource, path);
  if (step)
    return step.reads.every((each) => canSee(grants, each)) && can(grants, 'list', step.to) && isReadable(judge, step.to, step.rest);
  const own = resource.all[path];
  return !own || canSee(grants, own);
};

const judgeComparison = (judge: Judge, resource: AnyResource, { field: path, op, value }: Comparison): Comparison => {
  const field = isDeclared(resource, path) ? fieldOf(judge.registry, resource, path) : undefined;
  const at = `filter.${path}`;
  if (!field) throw invalid([{ path: at, code: 'NOT_FILTERABLE' }]);
  if (!isReadable(judge, resource, path)) throw forbidden([{ path: at, code: 'HIDDEN' }]);
  if (!field.operators.includes(op)) throw invalid([{ path: at, code: 'INVALID_OPERATOR', params: { op } }]);
  if (op === 'eq' && value === null) throw invalid([{ path: at, code: 'INVALID_VALUE' }]);
  const parsed = schemaOf(field, op).safeParse(value);
  if (!parsed.success) throw invalid([{ path: at, code: 'INVALID_VALUE' }]);
  return { field: path, op, value: parsed.data };
};

/** Checks every name, operator and value of a filter, and answers the filter with its values as the columns store them. */
export const judgeFilter = (judge: Judge, resource: AnyResource, filter: Filter): Filter => {
  const nested = (each: Filter) => judgeFilter(judge, resource, each);
  if ('and' in filter) return { and: filter.and.map(nested) };
  if ('or' in filter) return { or: filter.or.map(nested) };
  if ('not' in filter) return { not: nested(filter.not) };
  return judgeComparison(judge, resource, filter);
};
