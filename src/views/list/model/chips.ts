import { isNeverNull, type AnyField, type Comparison, type Filter, type Operator } from '@/schema';
import { nth } from '@/schema/must';

/** One comparison as people see it: the operator and whether it is negated. */
export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly denied: boolean;
  readonly value?: unknown;
}
/** A comparison that is offered: `is`, `is not`, `is any of`... */
export interface Say {
  readonly op: Operator;
  readonly denied: boolean;
}

const isDeniable: ReadonlySet<Operator> = new Set(['eq', 'in', 'contains', 'null', 'has']);

/** The comparisons of a field, from its operators. Values from a list use `in`, so `eq` would be a duplicate. */
export const saysOf = (field: AnyField): readonly Say[] =>
  field.operators
    .filter(
      (op) => !(op === 'eq' && (field.values || field.target) && field.operators.includes('in')) && !(op === 'null' && isNeverNull(field)),
    )
    .flatMap((op) =>
      isDeniable.has(op)
        ? [
            { op, denied: false },
            { op, denied: true },
          ]
        : [{ op, denied: false }],
    );

const isTime = ({ column }: AnyField): boolean => column === 'timestamptz' || column === 'date';
/** The key of the text of a comparison: instants are before and after, quantities are less and more. */
export const wordOf = ({ op, denied }: Say, field: AnyField | undefined): string =>
  `list.operators.${field && isTime(field) && ['lt', 'lte', 'gt', 'gte'].includes(op) ? `${op}Time` : op}${denied ? 'Not' : ''}`;

/** The conditions that are joined by `and`, each of them one chip. */
export const chipsOf = (filter: Filter | null): readonly Filter[] => (filter === null ? [] : 'and' in filter ? filter.and : [filter]);
/** Joins chips back into one filter. */
export const fromChips = (chips: readonly Filter[]): Filter | null => (chips.length > 1 ? { and: chips } : (chips[0] ?? null));

const toComparison = ({ field, op, value }: Condition): Comparison => (op === 'null' ? { field, op } : { field, op, value });
const conditionOf = (filter: Filter): Condition | null => {
  if ('not' in filter) {
    const inner = conditionOf(filter.not);
    return inner && { ...inner, denied: !inner.denied };
  }
  return 'field' in filter ? { ...filter, denied: false } : null;
};
/** The alternatives of a chip, if it is simple enough to be edited; otherwise undefined. */
export const conditionsOf = (chip: Filter): readonly Condition[] | null => {
  const found = ('or' in chip ? chip.or : [chip]).map(conditionOf);
  return found.every((each): each is Condition => each !== null) ? found : null;
};
/** A chip that is true when any of its conditions is. */
export const chipOf = (conditions: readonly Condition[]): Filter => {
  const said = conditions.map((condition): Filter => (condition.denied ? { not: toComparison(condition) } : toComparison(condition)));
  return said.length === 1 ? nth(said, 0) : { or: said };
};

/** Whether a condition is complete: a value, several, or none if none is needed. */
export const isComplete = ({ field, op, value }: Condition): boolean => {
  if (!field) return false;
  if (op === 'null') return true;
  if (op === 'between')
    return Array.isArray(value) && value.length === 2 && value.every((each) => each !== null && each !== undefined && each !== '');
  if (op === 'in' || op === 'has') return Array.isArray(value) && value.length > 0;
  return value !== null && value !== undefined && value !== '';
};
