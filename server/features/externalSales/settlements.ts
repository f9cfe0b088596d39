import { external_inscriptions, type ExternalInscription } from '@/resources/external_inscriptions/external_inscriptions';
import { external_settlements, type ExternalSettlement } from '@/resources/external_settlements/external_settlements';
import { commissionOf, sumsOf, type SettlementSums } from '@/domain/registration/settlement';
import { readStored } from '../../api/list/stored';
import { updateAudited, updateEachAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { dayOf } from '../../kernel/dayOf';
import { notFound } from '../../kernel/DomainError';
import { select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(external_inscriptions);
const x = columnsOf(external_inscriptions, 'x');
const b = columnsOf(external_settlements, 'b');
type Settlement = ExternalSettlement & { readonly organizationid?: number | null };

const alive = sql`${x.deleted_at} is null`;
const inPeriod = ({ period_from, period_to }: Settlement): SQL =>
  sql`${dayOf(sql`${x.sold_at}`)} between ${period_from}::date and ${period_to}::date`;
/** Sales of this settlement that no longer belong into it, because its days are others now. */
const letGo = async (tx: Transaction, batch: Settlement): Promise<void> => {
  const found = await selectAll(
    tx,
    x.external_inscriptionid,
    sql`from ${x} where ${x.external_settlementid} = ${batch.external_settlementid} and not (${inPeriod(batch)}) and ${alive}`,
  );
  await updateAudited(tx, external_inscriptions, (sale) => sql`${sale.external_inscriptionid} = any(${found}::bigint[])`, {
    external_settlementid: null,
    commission_cents: null,
  });
};
/** Sales that became registrations in the period and are in no other settlement, with the commission of now. */
const collectSales = async (tx: Transaction, batch: Settlement): Promise<void> => {
  const { external_settlementid, organizationid, source, commission_bp } = batch;
  const found = await select(
    tx,
    { id: x.external_inscriptionid, amount_cents: x.amount_cents, settlement: x.external_settlementid, commission: x.commission_cents },
    sql`from ${x} where ${x.organizationid} = ${organizationid ?? null} and ${x.source} = ${source} and ${x.status} = 'created' and (${x.external_settlementid} is null or ${x.external_settlementid} = ${external_settlementid})
         and ${inPeriod(batch)} and ${alive} order by ${x.external_inscriptionid} for no key update`,
  );
  const owed = found.map((sale) => ({ ...sale, commission_cents: commissionOf(sale.amount_cents, commission_bp) }));
  await updateEachAudited(
    tx,
    external_inscriptions,
    owed
      .filter(({ settlement, commission, commission_cents }) => settlement === null || commission !== commission_cents)
      .map(({ id, commission_cents }) => ({ id, values: { external_settlementid, commission_cents } })),
  );
};
/** What the partner cancelled after it was settled is taken off once, with its commission, whenever it was sold. */
const collectDeductions = async (tx: Transaction, { external_settlementid, organizationid, source }: Settlement): Promise<void> => {
  const found = await selectAll(
    tx,
    x.external_inscriptionid,
    sql`from ${x} where ${x.organizationid} = ${organizationid ?? null} and ${x.source} = ${source} and ${x.status} = 'cancelled' and ${x.deduction_external_settlementid} is null and ${x.external_settlementid} is not null
         and exists (select 1 from ${b} where ${b.external_settlementid} = ${x.external_settlementid} and ${b.status} in ('closed', 'paid')) and ${alive} order by ${x.external_inscriptionid} for no key update`,
  );
  await updateAudited(tx, external_inscriptions, (sale) => sql`${sale.external_inscriptionid} = any(${found}::bigint[])`, {
    deduction_external_settlementid: external_settlementid,
  });
};

/** The sums of a settlement, from its sales as they are now. */
const readSums = async (tx: Transaction, id: number): Promise<SettlementSums> => {
  const sales = await select(
    tx,
    {
      amount_cents: x.amount_cents,
      commission_cents: value<number>(sql`coalesce(${x.commission_cents}, 0)`),
      isDeduction: value<boolean>(sql`${x.external_settlementid} is distinct from ${id}`),
    },
    sql`from ${x} where (${x.external_settlementid} = ${id} or ${x.deduction_external_settlementid} = ${id}) and ${alive}`,
  );
  return sumsOf(sales);
};

/** A settlement as it is stored, locked: changes of its sales wait for each other. */
const lockSettlement = async (tx: Transaction, id: number): Promise<Settlement> => {
  const batch = await readStored(tx, external_settlements, id, { lock: true });
  if (!batch) throw notFound();
  return batch;
};

/** Puts back everything that a settlement holds, as if it had never collected it. */
export const releaseSales = async (tx: Transaction, id: number): Promise<void> => {
  await updateAudited(tx, external_inscriptions, (sale) => sql`${sale.external_settlementid} = ${id}`, {
    external_settlementid: null,
    commission_cents: null,
  });
  await updateAudited(tx, external_inscriptions, (sale) => sql`${sale.deduction_external_settlementid} = ${id}`, {
    deduction_external_settlementid: null,
  });
};

/** Collects what belongs into an open settlement and adds it up. The call itself writes the history of the settlement. */
export const collect = async (tx: Transaction, id: number): Promise<SettlementSums> => {
  const batch = await lockSettlement(tx, id);
  await letGo(tx, batch);
  await collectSales(tx, batch);
  await collectDeductions(tx, batch);
  const sums = await readSums(tx, id);
  await updateRow(tx, external_settlements, id, sums);
  return sums;
};

/** A cancelled sale leaves the settlement that is still open; the sums follow. */
export const leaveOpenSettlement = async (
  tx: Transaction,
  { external_inscriptionid, external_settlementid }: ExternalInscription,
): Promise<void> => {
  if (external_settlementid === null) return;
  const { status } = await lockSettlement(tx, external_settlementid);
  if (status !== 'open') return;
  await updateRow(tx, external_inscriptions, external_inscriptionid, { external_settlementid: null, commission_cents: null });
  const sums = await readSums(tx, external_settlementid);
  await updateAudited(tx, external_settlements, (batch) => sql`${batch.external_settlementid} = ${external_settlementid}`, { ...sums });
};

/** Whether a sale is in a settlement, or taken off in one. */
export const isSettled = async (tx: Transaction, id: number): Promise<boolean> => {
  const found = await selectAll(
    tx,
    s.external_inscriptionid,
    sql`from ${s} where ${s.external_inscriptionid} = ${id} and (${s.external_settlementid} is not null or ${s.deduction_external_settlementid} is not null)`,
  );
  return found.length > 0;
};
