import { sql } from 'drizzle-orm';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { forbidden, notFound } from '../../kernel/DomainError';
import { selectOne } from '../../kernel/select';
import { bind, column, every, quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { attachEmbedded } from './readList';
import { readerOf } from './reader';
import type { Row } from '../../kernel/Row';
import { aliveText } from './alive';
import { scopeSql } from './scope';
import type { Selection } from './Selection';

const mostKey = Number.MAX_SAFE_INTEGER;

/** Reads one record: 403 when no key allows records of this kind, whether or not this one exists; 404 when it is not visible. */
export const readOne = async (tx: Transaction, resource: AnyResource, key: number, selection: Selection): Promise<Row> => {
  if (!can(tx.grants, 'show', resource)) throw forbidden();
  if (!Number.isInteger(key) || key < 1 || key > mostKey) throw notFound();
  const reader = readerOf(tx, resource, selection);
  const condition = every([
    sql`${column('t', resource.key)} = ${bind(key)}`,
    sql.raw(aliveText(resource, 't')),
    scopeSql(tx.registry, tx.grants, resource, 'show', 't'),
  ]);
  const row: Row | undefined = await selectOne(
    tx,
    reader.shape,
    sql`from ${sql.raw(`${quote(resource.name)} "t"`)}${reader.joins} where ${condition}`,
  );
  if (!row) throw notFound();
  await attachEmbedded(tx, resource, reader, [row]);
  return row;
};
