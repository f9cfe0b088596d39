import { isStored, type AnyResource } from '@/schema';
import type { Row } from '../list/reader';
import { aliveText } from '../list/scope';
import { quote } from '../sql';
import type { Transaction } from '../transaction';

const columnsOf = (resource: AnyResource): readonly string[] => [resource.key, ...Object.keys(resource.all).filter((name) => isStored(resource.all[name]!))];
const toRow = (names: readonly string[], values: readonly unknown[]): Row => Object.fromEntries(names.map((name, index) => [name, values[index]]));

/** The embedded rows of a record as they are stored, by the field that holds them. */
const readChildren = async (tx: Transaction, resource: AnyResource, id: number): Promise<Row> => {
  const lists: Row = {};
  for (const [name, { embeds }] of Object.entries(resource.all)) {
    if (!embeds) continue;
    const child = tx.registry.get(embeds.target);
    const names = columnsOf(child).filter((each) => !['created', 'updated', 'version', 'organizationid', embeds.via].includes(each));
    const order = [embeds.order, child.key].flatMap((each) => (each ? [quote(each)] : [])).join(', ');
    const rows = await tx.run(`select ${names.map(quote).join(', ')} from ${quote(child.name)} "t" where ${quote(embeds.via)} = $1 and ${aliveText(child, 't')} order by ${order}`, [id]);
    lists[name] = rows.map((values) => toRow(names, values));
  }
  return lists;
};

/** A record with every column and its embedded rows, unmasked: what rules, hooks and the audit need. */
export const readStored = async (tx: Transaction, resource: AnyResource, id: number, options: { readonly lock?: boolean } = {}): Promise<Row | null> => {
  const names = columnsOf(resource);
  const [values] = await tx.run(`select ${names.map(quote).join(', ')} from ${quote(resource.name)} "t" where ${quote(resource.key)} = $1 and ${aliveText(resource, 't')}${options.lock ? ' for no key update' : ''}`, [id]);
  return values ? { ...toRow(names, values), ...(await readChildren(tx, resource, id)) } : null;
};
