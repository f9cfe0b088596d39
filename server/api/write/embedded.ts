import { fieldOf, type AnyResource } from '@/schema';
import { must } from '@/schema/must';
import { brokenRules, settle, type Problem } from '@/schema/project/zod';
import { rowsIn } from '@/schema/unknown';
import { embeddingFields } from '../list/fieldsOf';
import { invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { insertRow, removeRow, updateRow } from './columns';
import { judgePeriods } from '../../kernel/constraints';
import { checkReferences } from './references';
import { settleUploads } from './uploaded';

const asIs = (left: unknown, right: unknown): boolean => JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
const childProblems = (child: AnyResource, field: string, rows: readonly Row[]): readonly Problem[] =>
  rows.flatMap((row, index) => brokenRules(child, row).map((problem) => ({ ...problem, path: `${field}.${index}.${problem.path}` })));

/** The rows of an embedded list after the write: completed, in order, and valid by their own rules. */
export const settleEmbedded = (
  tx: Transaction,
  resource: AnyResource,
  values: Record<string, unknown>,
  before: Row | null,
): readonly Problem[] =>
  embeddingFields(resource).flatMap(([name, embeds]) => {
    if (values[name] == null) return [];
    const child = tx.registry.get(embeds.target);
    const stored = new Map(rowsIn(before?.[name]).map((row) => [row[child.key], row]));
    const rows = rowsIn(values[name]).map((row, index) => ({
      ...settle(child, { ...stored.get(row[child.key]), ...row }),
      ...(embeds.order && { [embeds.order]: index }),
    }));
    values[name] = rows;
    return childProblems(child, name, rows);
  });

const saveRow = async (
  tx: Transaction,
  child: AnyResource,
  row: Row,
  previous: Row | undefined,
  parent: Row,
  path: string,
): Promise<void> => {
  const { [child.key]: key, ...values } = row;
  if (!previous) {
    await checkReferences(tx, child, values, values, path);
    await insertRow(tx, child, { ...values, ...(await settleUploads(tx, child.all, values, values, path)), ...parent });
    return;
  }
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => !asIs(value, previous[name])));
  if (Object.keys(changed).length === 0) return;
  const record = { ...previous, ...changed };
  await checkReferences(tx, child, changed, record, path, previous);
  await updateRow(tx, child, Number(key), { ...changed, ...(await settleUploads(tx, child.all, changed, record, path)) });
};

/** What a new child takes from its parent: the reference, and the owner if such rows have one. */
const fromParent = (child: AnyResource, via: string, id: number, owner: unknown): Row => ({
  [via]: id,
  ...((child.tenancy === 'own' || child.tenancy === 'shared') && { organizationid: owner ?? null }),
});

const saveList = async (
  tx: Transaction,
  resource: AnyResource,
  name: string,
  parent: Row,
  rows: readonly Row[],
  before: readonly Row[],
): Promise<void> => {
  const { target } = must(fieldOf(resource, name).embeds, `the rows of ${name}`);
  const child = tx.registry.get(target);
  const stored = new Map<unknown, Row>(before.map((row) => [row[child.key], row]));
  const kept = new Set<unknown>(rows.map((row) => row[child.key]).filter((key) => key != null));
  const unknown = rows.findIndex((row) => row[child.key] != null && !stored.has(row[child.key]));
  if (unknown >= 0) throw invalid([{ path: `${name}.${unknown}.${child.key}`, code: 'INVALID_REFERENCE' }]);
  for (const key of stored.keys()) if (!kept.has(key)) await removeRow(tx, child, Number(key));
  for (const [index, row] of rows.entries()) await saveRow(tx, child, row, stored.get(row[child.key] ?? 0), parent, `${name}.${index}.`);
};

/** Saves the embedded lists of a write: rows are compared by key, and missing ones are removed. */
export const saveEmbedded = async (
  tx: Transaction,
  resource: AnyResource,
  id: number,
  values: Readonly<Record<string, unknown>>,
  before: Row | null,
): Promise<void> => {
  for (const [name, embeds] of embeddingFields(resource)) {
    if (values[name] == null) continue;
    const parent = fromParent(tx.registry.get(embeds.target), embeds.via, id, values['organizationid'] ?? before?.['organizationid']);
    await saveList(tx, resource, name, parent, rowsIn(values[name]), rowsIn(before?.[name]));
    await judgePeriods(tx, tx.registry.get(embeds.target));
  }
};
