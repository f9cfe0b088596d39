import { coupons } from '@/resources/coupons/coupons';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { orders } from '@/resources/orders/orders';
import { payments } from '@/resources/payments/payments';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { sizes } from '@/domain/registration/sizes';
import { isAmong } from '@/domain/registration/lifecycle';
import { can } from '@/schema/project/access';
import { numberIn, textIn } from '@/schema/unknown';
import { audit } from '../../api/audit/audit';
import { readAllStored, readStored } from '../../api/list/stored';
import { removeRow, updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, forbidden, problemAt } from '../../kernel/DomainError';
import { alone, openGroup, type Member } from '../../kernel/group';
import { importCounter } from '../../kernel/importCounter';
import type { ImportCall, ImportHooks } from '../../kernel/ImportHooks';
import type { Row } from '../../kernel/Row';
import { execute, exists, select, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { forgetUndoing, undoMemory } from '../../kernel/undoing';
import { cancel } from './actions/closing';
import { applyCoupon, pay } from './actions/money';
import { removeNumber, updateNumber } from './actions/numbers';
import { updateTshirt } from './actions/shirts';
import { advance, advanceGroup } from './advance';
import { queueLetters } from './queueLetters';

const c = columnsOf(coupons);
const d = columnsOf(distances);
const e = columnsOf(events, 'e');
const l = columnsOf(inscription_letters);
const p = columnsOf(payments);
const i = columnsOf(inscriptions);
const s = columnsOf(tshirt_stock);
const w = columnsOf(inscriptions, 'w');

/** A file for an event with one distance need not name it. */
const onlyDistance = async (tx: Transaction, eventid: number | null): Promise<number | undefined> => {
  const found = await selectAll(tx, d.distanceid, sql`from ${d} where ${d.eventid} = ${eventid} and ${d.deleted_at} is null limit 2`);
  return found.length === 1 ? found[0] : undefined;
};

const complete = async ({ tx, job, values, row_no }: ImportCall): Promise<Row> => ({
  channel: 'import',
  source: textIn(values['source']) ?? 'import',
  source_ref: textIn(values['source_ref']) ?? `${job.import_jobid}-${row_no}`,
  ...(values['distanceid'] == null && { distanceid: await onlyDistance(tx, job.eventid) }),
});

const stored = async (tx: Transaction, id: number): Promise<Inscription> => {
  const row = await readStored(tx, inscriptions, id);
  if (!row) throw conflict('ROW_UNMATCHED');
  return row;
};
/** What a file asks for beyond the record takes the key of the action that does it. */
const judgeKey = (
  tx: Transaction,
  action: 'apply_coupon' | 'update_number' | 'update_comment' | 'update_tshirt' | 'pay',
  path: string,
): void => {
  if (!can(tx.grants, action, inscriptions)) throw forbidden([problemAt(path, 'FORBIDDEN')]);
};

const settleCharge = async ({ tx, job }: ImportCall, id: number): Promise<void> => {
  if (job.charge === 'none') return;
  const row = await stored(tx, id);
  if (!isAmong('hold', row.status)) return;
  judgeKey(tx, 'pay', 'charge');
  const reference = `import ${job.import_jobid}`;
  await alone(pay, { tx, id, row, input: { method: job.charge, reference, reason: reference } });
};

/** A registration that is there already gets the model and the size of the file. */
const changeShirt = async ({ tx, values }: ImportCall, id: number): Promise<void> => {
  const row = await stored(tx, id);
  const tshirt_modelid = numberIn(values['tshirt_modelid']) ?? row.tshirt_modelid ?? null;
  const tshirt_size = sizes.find((size) => size === values['tshirt_size']) ?? row.tshirt_size;
  if (tshirt_size === null || tshirt_size === undefined) return;
  if (tshirt_modelid === (row.tshirt_modelid ?? null) && tshirt_size === row.tshirt_size) return;
  judgeKey(tx, 'update_tshirt', 'tshirt_size');
  await alone(updateTshirt, { tx, id, row, input: { tshirt_modelid, tshirt_size } });
};

/** What counters do after they have taken a registration: coupon, payment, shirt, number and comment, in this order. */
const further = async (call: ImportCall, id: number, isNew: boolean): Promise<void> => {
  const { tx, values } = call;
  const couponid = numberIn(values['couponid']),
    number = numberIn(values['number']),
    comment = textIn(values['comment']);
  if (isNew && couponid !== null) {
    judgeKey(tx, 'apply_coupon', 'couponid');
    await alone(applyCoupon, { tx, id, row: await stored(tx, id), input: { couponid } });
  }
  if (isNew) await settleCharge(call, id);
  else await changeShirt(call, id);
  if (number !== null) {
    const row = await stored(tx, id),
      prefix = textIn(values['prefix']);
    if (row.number !== number || (row.prefix ?? null) !== prefix) {
      judgeKey(tx, 'update_number', 'number');
      await updateNumber(tx, row, { number, prefix });
    }
  }
  if (comment !== null) {
    const row = await stored(tx, id);
    if (row.comment === comment) return;
    judgeKey(tx, 'update_comment', 'comment');
    await advance(tx, row, 'comment_updated', { set: { comment } });
  }
};

/** Whether counters have anything to do with a new registration of a row: without a price there is nothing to settle. */
const goesFurther = ({ job, values }: ImportCall): boolean =>
  ['couponid', 'number', 'comment'].some((name) => values[name] != null) || (job.charge !== 'none' && values['price_tierid'] != null);

/** A number or a shirt of before is given back as at the counter, so that bibs and stock agree with it. */
const changeBack: ImportHooks['changeBack'] = async (tx, id, values) => {
  const { number, prefix, tshirt_modelid, tshirt_size, ...others } = values;
  if (number !== undefined || prefix !== undefined) {
    const row = await stored(tx, id);
    const given = number === undefined ? row.number : numberIn(number);
    if (given === null || given === undefined) await alone(removeNumber, { tx, id, row, input: { reason: 'import' } });
    else await updateNumber(tx, row, { number: given, prefix: prefix === undefined ? row.prefix : textIn(prefix), reason: 'import' });
  }
  if (tshirt_modelid !== undefined || tshirt_size !== undefined) {
    const row = await stored(tx, id);
    const set = {
      tshirt_modelid: tshirt_modelid === undefined ? row.tshirt_modelid : numberIn(tshirt_modelid),
      tshirt_size: tshirt_size === undefined ? row.tshirt_size : (sizes.find((size) => size === tshirt_size) ?? null),
    };
    await advance(tx, row, isAmong('hold', row.status) ? 'tshirt_saved' : 'tshirt_updated', { set, reason: 'import' });
  }
  return others;
};

/** Draws numbers for registrations. Answers false and leaves no trace if one of them may have none; an empty pool leaves them without. */
const drawAll = async (tx: Transaction, members: readonly Member<Inscription>[]): Promise<boolean> => {
  const { group, refusals } = openGroup(tx, members);
  forgetUndoing(tx);
  await tx.client.query('savepoint import_numbers');
  await advanceGroup(
    group,
    () => ({ to: 'assign_number' }),
    ({ code }) => code === 'POOL_EMPTY',
  );
  const isDone = refusals.size === 0;
  await tx.client.query(`${isDone ? '' : 'rollback to savepoint import_numbers; '}release savepoint import_numbers`);
  if (!isDone) undoMemory(tx);
  return isDone;
};

/** When all numbers of the file are given, registrations without one draw theirs as their event numbers, and letters are written. */
const finish: ImportHooks['finish'] = async (tx, job, after, most) => {
  if (!job.assign_numbers && !job.send_email) return { changed: [], looked: 0, after };
  const found = await select(
    tx,
    {
      id: w.inscriptionid,
      draws: value<boolean>(sql`${w.status} = 'no_assign_number' and ${w.number} is null and ${e.numbering_mode} = 'automatic'`),
    },
    sql`from ${w} join ${e} on ${e.eventid} = ${w.eventid} where ${w.import_jobid} = ${job.import_jobid} and ${w.inscriptionid} > ${after} and ${w.deleted_at} is null
         order by ${w.inscriptionid} limit ${most} for no key update of ${sql.raw('w')}`,
  );
  const read = async (ids: readonly number[]): Promise<readonly Member<Inscription>[]> =>
    [...(await readAllStored(tx, inscriptions, ids))].map(([id, { row }]) => ({ id, row: row as Inscription }));
  const drawing = job.assign_numbers ? await read(found.flatMap(({ id, draws }) => (draws ? [id] : []))) : [];
  if (drawing.length > 0 && !(await drawAll(tx, drawing))) for (const each of drawing) await drawAll(tx, [each]);
  const written = job.send_email ? await read(found.map(({ id }) => id)) : [];
  const active = written.filter(({ row }) => row.email && isAmong('active', row.status));
  if (active.length > 0) await queueLetters(openGroup(tx, active).group);
  return { changed: [...drawing, ...active].map(({ id }) => id), looked: found.length, after: found.at(-1)?.id ?? after };
};

/** Everything that a registration took is given back as at the counter, and then it goes, with an order of its own, what was noted as paid and letters that wait. */
const remove = async (tx: Transaction, record: Row): Promise<void> => {
  const id = Number(record['inscriptionid']);
  const row = await stored(tx, id);
  if (isAmong('hold', row.status) || isAmong('active', row.status))
    await alone(cancel, { tx, id, row, input: { cancel_reason: 'admin', reason: 'import' } });
  const before = await stored(tx, id);
  await tx.asOwner(async () => {
    await execute(
      tx,
      sql`update ${l} set ${l.status} = 'withdrawn', ${l.next_at} = null, ${l.updated} = now() where ${l.inscriptionid} = ${id} and ${l.status} = 'queued'`,
    );
    const paid = await selectAll(tx, p.paymentid, sql`from ${p} where ${p.inscriptionid} = ${id} and ${p.deleted_at} is null`);
    for (const paymentid of paid) await removeRow(tx, payments, paymentid);
    if (paid.length > 0) await updateRow(tx, inscriptions, id, { paid_cents: 0, refunded_cents: 0 });
    await removeRow(tx, inscriptions, id);
    const { orderid } = before;
    const isShared =
      orderid !== null && (await exists(tx, sql`from ${i} where ${i.orderid} = ${orderid} and ${i.deleted_at} is null limit 1`));
    if (orderid !== null && !isShared) await removeRow(tx, orders, orderid);
  });
  await audit(tx, { resource: inscriptions, id, verb: 'delete', before, after: null });
};

/** What files do to registrations: the same as counters. */
export const importInscriptions: ImportHooks = {
  complete,
  together: true,
  goesFurther,
  later: ['couponid', 'number', 'prefix', 'comment'],
  further,
  finish,
  remove,
  changeBack,
  letters: (tx, ids) =>
    select(
      tx,
      { recordid: l.inscriptionid, kind: value<string>(sql`${l.kind}`), sent_at: value<string>(sql`${l.sent_at}`) },
      sql`from ${l} where ${l.inscriptionid} = any(${ids}::bigint[]) and ${l.status} = 'sent' order by ${l.sent_at}, ${l.letterid}`,
    ),
  counters: [
    importCounter(distances, {
      of: 'event',
      columns: ['sold_count', 'held_count'],
      most: {
        sold_count: `${d.capacity.text} - ${d.held_count.text}`,
        held_count: `${d.capacity.text} - ${d.sold_count.text}`,
      },
    }),
    importCounter(tshirt_stock, {
      of: 'event',
      columns: ['reserved'],
      most: {
        reserved: `case when ${s.oversell.text} then null else ${s.received.text} + ${s.adjusted.text} - ${s.delivered.text} end`,
      },
    }),
    importCounter(coupons, {
      of: { field: 'couponid' },
      columns: ['reserved_count', 'uses_count', 'spent_cents'],
      most: {
        reserved_count: `${c.max_uses.text} - ${c.uses_count.text}`,
        uses_count: `${c.max_uses.text} - ${c.reserved_count.text}`,
        spent_cents: c.budget_cents.text,
      },
    }),
  ],
};
