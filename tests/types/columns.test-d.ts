import { expectTypeOf, test } from 'vitest';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { orders } from '@/resources/orders/orders';
import * as f from '@/fields';
import { defineResource } from '@/schema';
import { createAudited, updateAudited } from '../../server/api/write/audited';
import { appendRow, updateRow } from '../../server/api/write/columns';
import { uploads } from '../../server/database/tables';
import { columnsOf, orNull } from '../../server/kernel/columnsOf';
import { nested, pick, select, selectAll, selectOne, value } from '../../server/kernel/select';
import { sql } from '../../server/kernel/sql';
import type { Transaction } from '../../server/kernel/transaction';

const races = defineResource('races', {
  service: 'event',
  singular: 'race',
  key: 'raceid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    tiers: f.hasMany('tiers.raceid'),
    seats: f.count('inscriptions.raceid'),
    sold: f.count('inscriptions.raceid', { stored: true }),
  },
  list: { columns: ['name'] },
  form: { main: ['name'] },
});

declare const tx: Transaction;
const i = columnsOf(inscriptions, 'i');
const u = columnsOf(uploads);
const r = columnsOf(races);

test('rows come by name, with the types of the declaration', () => {
  const read = () => select(tx, { id: i.inscriptionid, sex: i.gender, born: i.birth_date, gone: i.deleted_at }, sql`from ${i}`);
  expectTypeOf<Awaited<ReturnType<typeof read>>[number]>().toEqualTypeOf<{
    readonly id: number;
    readonly sex: 'F' | 'M' | 'X';
    readonly born: string | null;
    readonly gone: string | null;
  }>();
});

test('some columns of a table are listed once, by their names', () => {
  const read = () => select(tx, pick(i, 'gender', 'birth_date'), sql`from ${i}`);
  expectTypeOf<Awaited<ReturnType<typeof read>>[number]>().toEqualTypeOf<{
    readonly gender: 'F' | 'M' | 'X';
    readonly birth_date: string | null;
  }>();
  // @ts-expect-error `state` is no column of an inscription
  void pick(i, 'gender', 'state');
});

test('an expression says what it yields, and a column that is joined from the left may be missing', () => {
  const read = () => selectOne(tx, { count: value<number>(sql`count(*)`), folio: orNull(i.eventid) }, sql`from ${i}`);
  expectTypeOf<Awaited<ReturnType<typeof read>>>().toEqualTypeOf<{ readonly count: number; readonly folio: number | null } | undefined>();
});

test('tables that are no resource are read alike', () => {
  const read = () => selectAll(tx, u.name, sql`from ${u}`);
  expectTypeOf<Awaited<ReturnType<typeof read>>>().toEqualTypeOf<readonly (string | null)[]>();
});

test('a column that a declaration renamed compiles nowhere: not in a list, a condition or the values', () => {
  // @ts-expect-error `state` is no column of an inscription
  void (() => select(tx, { state: i.state }, sql`from ${i}`));
  // @ts-expect-error `state` is no column of an inscription
  void (() => select(tx, { id: i.inscriptionid }, sql`from ${i} where ${i.state} = 'paid'`));
  // @ts-expect-error `state` is no column of an order
  void (() => updateAudited(tx, orders, (order) => sql`${order.state} = 'open'`, { status: 'paid' }));
  // @ts-expect-error `state` is no column of an order
  void (() => updateAudited(tx, orders, (order) => sql`${order.orderid} = ${1}`, { state: 'paid' }));
  // @ts-expect-error `state` is no column of an order
  void (() => createAudited(tx, orders, { code: 'A', eventid: 1, web_userid: 2, state: 'open' }));
  // @ts-expect-error `state` is no column of an order
  void (() => updateRow(tx, orders, 1, { state: 'paid' }));
  // @ts-expect-error `original` is no column of an upload
  void (() => selectAll(tx, u.original, sql`from ${u}`));
});

test('several columns make one member of a row, under their names or as a function makes it', () => {
  const read = () =>
    selectOne(
      tx,
      { id: i.inscriptionid, event: nested({ eventid: i.eventid }), label: nested({ folio: i.folio }, ({ folio }) => `${folio}`) },
      sql`from ${i}`,
    );
  expectTypeOf<Awaited<ReturnType<typeof read>>>().toEqualTypeOf<
    { readonly id: number; readonly event: { readonly eventid: number }; readonly label: string } | undefined
  >();
});

test('a row is not read by position', () => {
  // @ts-expect-error only the kernel has the key that reads arrays
  void (() => tx.rows);
});

test('values are those of the declaration', () => {
  // @ts-expect-error no order has that status
  void (() => updateRow(tx, orders, 1, { status: 'lost' }));
  // @ts-expect-error a number is no code
  void (() => appendRow(tx, orders, { code: 7 }));
  // @ts-expect-error nothing required is emptied
  void (() => updateRow(tx, orders, 1, { code: null }));
});

test('what has no column is not read, and what the database counts is not written', () => {
  // @ts-expect-error seats are counted when they are asked for
  void (() => selectAll(tx, r.seats, sql`from ${r}`));
  // @ts-expect-error embedded rows have a table of their own
  void (() => selectAll(tx, r.tiers, sql`from ${r}`));
  expectTypeOf(r.sold).toEqualTypeOf(columnsOf(races).sold);
  // @ts-expect-error the database counts what was sold
  void (() => updateRow(tx, races, 1, { sold: 3 }));
});

test('nothing undefined goes into a statement, where it would be left out without a word', () => {
  const missing = undefined as string | undefined;
  // @ts-expect-error it says null, or is not there
  void (() => sql`from ${i} where ${i.folio} = ${missing}`);
});
