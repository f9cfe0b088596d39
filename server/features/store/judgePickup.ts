import { stores } from '@/resources/stores/stores';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict } from '../../kernel/DomainError';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const s = columnsOf(stores);

/** Refuses a sale to be handed over at a store that offers no pick-up. */
export const judgePickup = async (tx: Transaction, organizationid: number | null): Promise<void> => {
  const isOffered = await tx.asOwner(() =>
    exists(tx, sql`from ${s} where ${s.organizationid} = ${organizationid} and ${s.pickup_enabled} and ${s.deleted_at} is null`),
  );
  if (!isOffered) throw conflict('PICKUP_NOT_OFFERED');
};
