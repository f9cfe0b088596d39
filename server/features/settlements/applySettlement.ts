import { gateway_settlement_lines } from '@/resources/gateway_settlement_lines/gateway_settlement_lines';
import { gateway_settlements } from '@/resources/gateway_settlements/gateway_settlements';
import { payments } from '@/resources/payments/payments';
import { isOneOf } from '@/schema/unknown';
import { settlementTypes, type SettlementLine } from '../../adapters/paymentGateway/settlementCsv';
import { createAllAudited, updateAudited, updateEachAudited } from '../../api/write/audited';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf } from '../../kernel/dayOf';
import { execute, pick, select, selectOne, value, type Selected } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { affiliationMoneyNamed, affiliationMoneyOf, readAffiliationMoney } from './readAffiliationMoney';
import { readSubscriptionMoney, subscriptionMoneyNamed, subscriptionMoneyOf } from './readSubscriptionMoney';
import { compareSettlement, movementOf, type ComparedLine, type OwnPayment } from './compare';

const s = columnsOf(gateway_settlements);
const l = columnsOf(gateway_settlement_lines, 'l');
const n = columnsOf(gateway_settlement_lines, 'n');
const o = columnsOf(gateway_settlements, 'o');
const p = columnsOf(payments, 'p');
const moved = ['paid', 'refunded', 'partially_refunded', 'chargeback'];

/** The day of a gateway that is compared. */
export interface SettlementDay {
  readonly gateway_settlementid: number;
  readonly provider: string;
  readonly day: string;
}

/** Money that the wallet took in was not returned by the gateway, and a dispute counts from when it is known. */
const isMoved: SQL = sql`(${p.method} <> 'wallet' and (${p.type} in ('chargeback', 'chargeback_reversal') or ${p.status} = any(${moved}::text[])))`;
const readOwn = async (tx: Transaction, provider: string, which: SQL): Promise<readonly OwnPayment[]> => {
  const found = await select(
    tx,
    {
      paymentid: p.paymentid,
      type: p.type,
      provider_ref: value<string>(sql`coalesce(${p.provider_ref}, ${p.idempotency_key})`),
      idempotency_key: p.idempotency_key,
      amount_cents: p.amount_cents,
      currency: value<string>(sql`coalesce(${p.currency}, 'MXN')`),
      fee_cents: value<number | null>(
        sql`case when ${p.settled_at} is not null or ${p.provider_fee_cents} <> 0 then ${p.provider_fee_cents} end`,
      ),
      isMoved: value<boolean>(isMoved),
    },
    sql`from ${p} where coalesce(${p.provider}, ${provider}) = ${provider} and ${p.deleted_at} is null and ${which}`,
  );
  return found.flatMap((own) => (isOneOf(settlementTypes, own.type) ? [{ ...own, type: own.type }] : []));
};

const elsewhereOf = async (tx: Transaction, { gateway_settlementid, provider }: SettlementDay, refs: readonly string[]) => {
  const found = await select(
    tx,
    { type: l.type, provider_ref: l.provider_ref },
    sql`from ${l} join ${o} on ${o.gateway_settlementid} = ${l.gateway_settlementid} where ${o.provider} = ${provider} and ${l.gateway_settlementid} <> ${gateway_settlementid} and ${l.provider_ref} = any(${refs}::text[])
         and ${l.result} not in ('double', 'missing_there') and ${l.deleted_at} is null`,
  );
  return new Set(found.map(({ type, provider_ref }) => (isOneOf(settlementTypes, type) ? movementOf(type, provider_ref) : provider_ref)));
};

const compare = async (tx: Transaction, settlement: SettlementDay, lines: readonly SettlementLine[]): Promise<readonly ComparedLine[]> => {
  const { provider, day } = settlement;
  const refs = lines.map(({ id }) => id),
    keys = lines.flatMap(({ key }) => key ?? []);
  const known = [
    ...(await readOwn(tx, provider, sql`(${p.provider_ref} = any(${refs}::text[]) or ${p.idempotency_key} = any(${keys}::text[]))`)),
    ...(await readSubscriptionMoney(tx, provider, subscriptionMoneyNamed(refs, keys))),
    ...(await readAffiliationMoney(tx, provider, affiliationMoneyNamed(refs, keys))),
  ];
  const ofDay = await readOwn(
    tx,
    provider,
    sql`${p.provider} = ${provider} and ${p.provider_ref} is not null and ${isMoved} and ${p.paid_at} >= (${day}::date - 1) and ${p.paid_at} < (${day}::date + 3) and ${dayOf(sql`${p.paid_at}`)} = ${day}::date`,
  );
  const others = [
    ...(await readSubscriptionMoney(tx, provider, subscriptionMoneyOf(dayOf, day))),
    ...(await readAffiliationMoney(tx, provider, affiliationMoneyOf(dayOf, day))),
  ];
  const expected = [...ofDay, ...others.filter(({ type }) => type === 'charge')];
  const elsewhere = await elsewhereOf(tx, settlement, [...refs, ...expected.map(({ provider_ref }) => provider_ref)]);
  return compareSettlement({ lines, known, expected, elsewhere });
};

const comparedNames = [
  'paymentid',
  'result',
  'amount_cents',
  'fee_cents',
  'here_cents',
  'difference_cents',
  'currency',
  'line_no',
] as const;
const storedShape = {
  ...pick(l, ...comparedNames),
  line_key: l.line_key,
  gateway_settlement_lineid: l.gateway_settlement_lineid,
  status: l.status,
  happened_at: l.happened_at,
};
type Stored = Selected<typeof storedShape>;
const storedLines = async (tx: Transaction, id: number): Promise<ReadonlyMap<string, Stored>> => {
  const found = await select(tx, storedShape, sql`from ${l} where ${l.gateway_settlementid} = ${id} and ${l.deleted_at} is null`);
  return new Map(found.map((line) => [line.line_key, line]));
};

const unsolved = { solution: null, reason: null, solved_at: null, solved_by_userid: null } as const;
const instantOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));
/** What somebody solved stays solved as long as the gateway says the same; what is the same is not written. */
const isKept = (stored: Stored, line: ComparedLine): boolean => {
  const says = stored.amount_cents === line.amount_cents && stored.fee_cents === line.fee_cents;
  return stored.status === 'solved'
    ? says
    : instantOf(stored.happened_at) === instantOf(line.happened_at) && comparedNames.every((name) => stored[name] === line[name]);
};

const storeLines = async (tx: Transaction, id: number, lines: readonly ComparedLine[]): Promise<void> => {
  const stored = await storedLines(tx, id);
  const statusOf = ({ result }: ComparedLine) => (result === 'agreed' ? 'agreed' : 'open');
  const added = lines.filter(({ line_key }) => !stored.has(line_key));
  await createAllAudited(
    tx,
    gateway_settlement_lines,
    added.map((line) => ({ ...line, gateway_settlementid: id, status: statusOf(line) })),
  );
  const changes = lines.flatMap((line) => {
    const before = stored.get(line.line_key);
    if (!before || isKept(before, line)) return [];
    return [{ id: before.gateway_settlement_lineid, values: { ...line, ...unsolved, status: statusOf(line) } } as const];
  });
  await updateEachAudited(tx, gateway_settlement_lines, changes);
  const names = new Set(lines.map(({ line_key }) => line_key));
  const gone = [...stored].filter(([line_key]) => !names.has(line_key)).map(([, line]) => line.gateway_settlement_lineid);
  if (gone.length > 0)
    await execute(
      tx,
      sql`update ${l} set deleted_at = now(), updated = now() where ${l.gateway_settlement_lineid} = any(${gone}::bigint[])`,
    );
};

/** Writes into payments when their money was settled, and what the gateway kept of it. */
export const settlePayments = async (tx: Transaction, lineids: SQL): Promise<void> => {
  const found = await select(
    tx,
    { id: p.paymentid, settled_at: l.happened_at, provider_fee_cents: l.fee_cents },
    sql`from ${l} join ${p} on ${p.paymentid} = ${l.paymentid} where ${lineids} and ${l.happened_at} is not null and ${l.result} in ('agreed', 'fee_differs', 'amount_differs', 'missing_here') and ${l.deleted_at} is null
         and (${p.settled_at} is distinct from ${l.happened_at} or ${p.provider_fee_cents} is distinct from ${l.fee_cents}) order by ${p.paymentid} for no key update of p`,
  );
  await updateEachAudited(
    tx,
    payments,
    found.map(({ id, ...values }) => ({ id, values })),
  );
};

/** A payment that another day lacked has come with this one. */
const solveLate = async (tx: Transaction, { gateway_settlementid, provider }: SettlementDay): Promise<readonly number[]> => {
  const found = await select(
    tx,
    { id: l.gateway_settlement_lineid, settlement: l.gateway_settlementid },
    sql`from ${l} join ${o} on ${o.gateway_settlementid} = ${l.gateway_settlementid}
         where ${o.provider} = ${provider} and ${l.gateway_settlementid} <> ${gateway_settlementid} and ${l.result} = 'missing_there' and ${l.status} = 'open' and ${l.deleted_at} is null
           and exists (select 1 from ${n} where ${n.gateway_settlementid} = ${gateway_settlementid} and ${n.paymentid} = ${l.paymentid} and ${n.type} = ${l.type} and ${n.result} <> 'missing_there' and ${n.deleted_at} is null)`,
  );
  await updateEachAudited(
    tx,
    gateway_settlement_lines,
    found.map(({ id }) => ({ id, values: { status: 'solved', solution: 'came_later', solved_at: new Date().toISOString() } })),
  );
  return found.map(({ settlement }) => settlement);
};

/** Days with open differences say so; one that waits for its file or was not read keeps its state. */
export const refreshDays = async (tx: Transaction, ids: readonly number[]): Promise<void> => {
  for (const [status, condition] of [
    ['open', sql`${s.differences_count} > 0`],
    ['agreed', sql`${s.differences_count} = 0`],
  ] as const)
    await updateAudited(
      tx,
      gateway_settlements,
      (row) =>
        sql`${row.gateway_settlementid} = any(${ids}::bigint[]) and ${row.status} in ('open', 'agreed') and ${row.status} <> ${status} and ${row.gateway_settlementid} in (select ${s.gateway_settlementid} from ${s} where ${condition})`,
      { status },
    );
};

/** Compares the file of a day with the payments and keeps the result. The same file again changes nothing, unless the payments have changed. */
export const applySettlement = async (tx: Transaction, settlement: SettlementDay, lines: readonly SettlementLine[]): Promise<void> => {
  const { gateway_settlementid: id } = settlement;
  await selectOne(tx, { id: s.gateway_settlementid }, sql`from ${s} where ${s.gateway_settlementid} = ${id} for no key update`);
  await storeLines(tx, id, await compare(tx, settlement, lines));
  await settlePayments(tx, sql`${l.gateway_settlementid} = ${id} and ${l.status} = 'agreed'`);
  const others = await solveLate(tx, settlement);
  const left = await selectOne(tx, pick(s, 'differences_count'), sql`from ${s} where ${s.gateway_settlementid} = ${id}`);
  await updateAudited(tx, gateway_settlements, (row) => sql`${row.gateway_settlementid} = ${id}`, {
    status: (left?.differences_count ?? 0) > 0 ? 'open' : 'agreed',
    failure: null,
    failure_line: null,
    next_at: null,
    read_at: new Date().toISOString(),
  });
  await refreshDays(tx, others);
};
