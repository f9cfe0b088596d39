import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import type { Group } from '../../../kernel/group';
import { advance, advanceGroup } from '../advance';
import type { BibFate } from '../Change';
import { columnsOf, type Column } from '../../../kernel/columnsOf';
import { selectAll } from '../../../kernel/select';
import { sql, type SQL } from '../../../kernel/sql';

interface NumberInput {
  readonly prefix?: string | null | undefined;
  readonly number: number;
  readonly old_bib?: BibFate | null | undefined;
  readonly reason?: string | null | undefined;
}

/**
 * Update number: the old bib gets the given state, the new one must be free, and the chip follows. A paid inscription without a number
 * is numbered by it.
 */
export const updateNumber = async (
  tx: Transaction,
  row: Inscription,
  { prefix = null, number, old_bib, reason }: NumberInput,
): Promise<void> => {
  if (row.number === number && (row.prefix ?? null) === prefix) throw conflict('UNCHANGED');
  const details = { bib: { prefix: prefix ?? null, number }, reason, ...(old_bib && { fate: old_bib }) };
  const after = await advance(tx, row, 'number_updated', details);
  if (after.status !== 'assign_number') await advance(tx, after, 'assign_number');
};

/** Assigns the next numbers of a pool, or of whichever pools serve the inscriptions. */
export const assignNumber = async (
  group: Group<Inscription>,
  { bib_poolid }: { readonly bib_poolid?: number | null | undefined },
): Promise<void> => {
  await advanceGroup(group, () => ({ to: 'assign_number', details: { bib_poolid } }));
};

/** Takes numbers away; the inscriptions stay paid. */
export const removeNumber = async (
  group: Group<Inscription>,
  { old_bib, reason }: { readonly old_bib?: BibFate | null | undefined; readonly reason: string },
): Promise<void> => {
  await advanceGroup(group, () => ({ to: 'no_assign_number', details: { reason, ...(old_bib && { fate: old_bib }) } }));
};

const i = columnsOf(inscriptions);
const plainText = (column: Column<string>) => sql`immutable_unaccent(lower(${column}))`;
const byArrival = sql`${i.created}, ${i.inscriptionid}`;
const orders: Readonly<Record<string, SQL>> = {
  last_name: sql`${plainText(i.last_name)}, ${plainText(i.first_name)}, ${i.inscriptionid}`,
  est_time: sql`${i.est_time_s} nulls last, ${i.created}, ${i.inscriptionid}`,
  random: sql`md5(${i.inscriptionid}::text || ${i.qr_token})`,
};
/** The order in which numbers are handed out. */
export const arrangeNumbers = (tx: Transaction, ids: readonly number[], order: string | null | undefined): Promise<readonly number[]> =>
  selectAll(
    tx,
    i.inscriptionid,
    sql`from ${i} where ${i.inscriptionid} = any(${ids}::bigint[]) order by ${orders[order ?? ''] ?? byArrival}`,
  );
