import { stepOf, type AnyResource, type Comparison, type Filter, type Registry, type Step } from '@/schema';
import { searchColumns } from '@/schema/project/shape';
import { fieldOf } from './keyField';
import { textGroups } from './textGroups';
import type { RowsOf } from './tableSizes';

/**
 * The cost of one comparison of one row in nanoseconds, without the help of an index: measured on the embedded engine with 60,000
 * registrations
 * (`npm run bench -- --only holds`) and rounded up. An attacker can choose words that every row contains, so indexes are not counted on.
 */
export const rowNanos = {
  /** A value, or a list of values, with a simple operator. */
  plain: 200,
  /** A piece of the stored search text, which is already normalised and is compared before the text itself. */
  near: 700,
  /** A piece of another text, which is normalised (case and accents) for each row. */
  text: 3000,
  /** Each further piece of a text that is already normalised. */
  piece: 300,
  /** Whether the referenced row is among the rows found. */
  probe: 400,
  /** Searching for rows that refer to this one, of which one is enough. */
  look: 8000,
} as const;

/** The cost of a filter: a fixed part for what it reads in other tables, and a part for every row that is checked. */
export interface Weight {
  readonly onceNanos: number;
  readonly rowNanos: number;
}
const nothing: Weight = { onceNanos: 0, rowNanos: 0 };
const sum = (weights: readonly Weight[]): Weight =>
  weights.reduce((all, each) => ({ onceNanos: all.onceNanos + each.onceNanos, rowNanos: all.rowNanos + each.rowNanos }), nothing);

interface Weighing {
  readonly registry: Registry;
  readonly rowsOf: RowsOf;
}
const perRow = (nanos: number): Weight => ({ onceNanos: 0, rowNanos: nanos });

/** Several pieces of one text: the row is normalised once. */
const weighText = ({ registry }: Weighing, resource: AnyResource, path: string, pieces: number): Weight => {
  if (!fieldOf(registry, resource, path)) return nothing; // it will be refused
  const isNear = searchColumns(resource).some(({ fields }) => fields.includes(path));
  return perRow((isNear ? rowNanos.near * pieces : 0) + rowNanos.text + rowNanos.piece * (pieces - 1));
};

/** The condition behind a link: read once when every row refers to one record, searched row by row when there may be several. */
const weighStep = (weighing: Weighing, resource: AnyResource, { to, link, rest }: Step, asked: readonly Comparison[]): Weight => {
  const inner = weighSame(weighing, to, rest, asked);
  const rows = weighing.rowsOf(to.name);
  if (link === 'one') return { onceNanos: inner.onceNanos + rows * inner.rowNanos, rowNanos: rowNanos.probe };
  const each = link === 'childSets' ? rows : Math.max(1, rows / Math.max(1, weighing.rowsOf(resource.name)));
  return { onceNanos: inner.onceNanos, rowNanos: rowNanos.look + each * (inner.rowNanos + rowNanos.plain) };
};

/** Comparisons of one path that are evaluated together. */
const weighSame = (weighing: Weighing, resource: AnyResource, path: string, asked: readonly Comparison[]): Weight => {
  const step = stepOf(weighing.registry, resource, path);
  if (step) return sum(asked.map((each) => weighStep(weighing, resource, step, [each])));
  const [first] = asked;
  return first?.op === 'contains' || first?.op === 'startswith'
    ? weighText(weighing, resource, path, asked.length)
    : perRow(rowNanos.plain * asked.length);
};

/** Estimates the cost of a filter from its comparisons and the sizes of the tables that they read. */
export const weighFilter = (weighing: Weighing, resource: AnyResource, filter: Filter): Weight => {
  if ('not' in filter) return weighFilter(weighing, resource, filter.not);
  if ('field' in filter) return weighSame(weighing, resource, filter.field, [filter]);
  const { texts, others } = textGroups('and' in filter ? filter.and : filter.or);
  return sum([
    ...texts.map((group) => weighSame(weighing, resource, group[0].field, group)),
    ...others.map((each) => weighFilter(weighing, resource, each)),
  ]);
};
