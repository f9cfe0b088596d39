import { isStored, type AnyResource, type InferStored, type ResourceLike, fieldOf } from '@/schema';
import type { Row } from '../../kernel/Row';
import { aliveText } from './alive';
import { embeddingFields } from './fieldsOf';
import { nested, select, value } from '../../kernel/select';
import { plain, quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** A record as it is stored, and a version mark that any later write changes. */
export interface Stored<R = Row> {
  readonly row: R;
  readonly mark: string;
}

const { raw } = sql;
const storedOf = (resource: AnyResource): readonly string[] => [
  resource.key,
  ...Object.keys(resource.all).filter((name) => isStored(fieldOf(resource, name))),
];

const shapeOf = (names: readonly string[]) => nested(Object.fromEntries(names.map((name) => [name, value<unknown>(plain(quote(name)))])));

/** Adds the embedded rows to the stored records, each under its field. */
const addChildren = async (tx: Transaction, resource: AnyResource, records: ReadonlyMap<number, Stored>): Promise<void> => {
  for (const [name, embeds] of embeddingFields(resource)) {
    if (records.size === 0) continue;
    const child = tx.registry.get(embeds.target);
    const names = storedOf(child).filter((each) => !['created', 'updated', 'version', 'organizationid', embeds.via].includes(each));
    const order = [embeds.order, child.key].flatMap((each) => (each ? [quote(each)] : [])).join(', ');
    const found = await select(
      tx,
      { parent: value<number>(raw(quote(embeds.via))), row: shapeOf(names) },
      sql`from ${raw(quote(child.name))} "t" where ${raw(quote(embeds.via))} = any(${[...records.keys()]}::bigint[]) and ${raw(aliveText(child, 't'))} order by ${raw(order)}`,
    );
    const lists = new Map<number, Row[]>([...records.keys()].map((id) => [id, []]));
    for (const { parent, row } of found) lists.get(parent)?.push(row);
    for (const [id, { row }] of records) row[name] = lists.get(id);
  }
};

/**
 * Records with every column and their embedded rows, unmasked. They are locked in the order of their keys, so two calls over the same
 * records wait instead of deadlocking.
 */
export const readAllStored = async (
  tx: Transaction,
  resource: AnyResource,
  ids: readonly number[],
  options: { readonly lock?: boolean } = {},
): Promise<ReadonlyMap<number, Stored>> => {
  const found = await select(
    tx,
    { mark: value<string>(sql`ctid::text`), id: value<number>(raw(quote(resource.key))), row: shapeOf(storedOf(resource)) },
    sql`from ${raw(quote(resource.name))} "t" where ${raw(quote(resource.key))} = any(${ids}::bigint[]) and ${raw(aliveText(resource, 't'))} order by ${raw(quote(resource.key))}${raw(options.lock ? ' for no key update' : '')}`,
  );
  const records = new Map<number, Stored>(found.map(({ id, row, mark }) => [id, { row, mark }]));
  await addChildren(tx, resource, records);
  return records;
};

/** One record with every column and its embedded rows, unmasked, as rules, hooks and the audit need it. */
export const readStored = async <R extends ResourceLike>(
  tx: Transaction,
  resource: R,
  id: number,
  options: { readonly lock?: boolean } = {},
): Promise<InferStored<R> | null> => {
  const row = (await readAllStored(tx, resource, [id], options)).get(id)?.row;
  return row ? (row as InferStored<R>) : null;
};
