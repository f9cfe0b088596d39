import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types, type FmtriAffiliationType } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { InferWrite } from '@/schema';
import { readStored } from '../../api/list/stored';
import { updateRow } from '../../api/write/columns';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, notFound } from '../../kernel/DomainError';
import { execute, exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { activateAffiliation } from './activateAffiliation';
import { letterFor } from './letterFor';

/** States of a request that is not decided yet. */
export const waiting = new Set<unknown>(['draft', 'pending_payment', 'pending_review']);

/** The type of an affiliation. */
export const typeOf = async (tx: Transaction, id: number): Promise<FmtriAffiliationType> => {
  const type = await readStored(tx, fmtri_affiliation_types, id);
  if (!type) throw notFound();
  return type;
};

/**
 * The next state of an affiliation with nothing left to pay: review, if its type requires a review or documents that somebody must
 * check.
 */
export const settlePaid = async (
  tx: Transaction,
  id: number,
  row: FmtriAffiliation,
  changes: InferWrite<typeof fmtri_affiliations>,
): Promise<void> => {
  const { requires_approval, requires_docs } = await typeOf(tx, row.typeid);
  return requires_approval || (requires_docs ?? []).length > 0
    ? updateRow(tx, fmtri_affiliations, id, { ...changes, status: 'pending_review', letter: null })
    : activateAffiliation(tx, id, row, { ...changes, letter: await letterFor(tx, row) });
};

const a = columnsOf(fmtri_affiliations);
const u = columnsOf(fmtri_affiliate_users);
const paidStates = ['pending_review', 'active', 'suspended'] as const;
const openStates = ['draft', 'pending_payment', ...paidStates] as const;
/** Whose affiliation it is, for whom and for which days. */
export interface Period {
  readonly affiliate_userid: number;
  readonly audience: FmtriAffiliation['audience'];
  readonly starts_on: string;
  readonly ends_on: string;
}

const overlaps = async (
  tx: Transaction,
  { affiliate_userid, audience, starts_on, ends_on }: Period,
  { id, states }: { readonly id: number | null; readonly states: readonly string[] },
): Promise<boolean> => {
  await execute(tx, sql`select 1 from ${u} where ${u.affiliate_userid} = ${affiliate_userid} for no key update`);
  return exists(
    tx,
    sql`from ${a} where ${a.affiliate_userid} = ${affiliate_userid} and ${a.audience} = ${audience} and ${a.affiliationid} is distinct from ${id}::bigint and ${a.status} = any(${states}::text[])
      and ${a.deleted_at} is null and daterange(${starts_on}::date, ${ends_on}::date, '[]') && daterange(${a.starts_on}, ${a.ends_on}, '[]')`,
  );
};
/**
 * Whether an affiliation in force, or paid, is for the same days. The person stays locked, so simultaneous payments wait for each other.
 */
export const hasTwin = (tx: Transaction, period: Period, id: number | null = null): Promise<boolean> =>
  overlaps(tx, period, { id, states: paidStates });
/** The same, also where the other one is only asked for. */
export const isAsked = (tx: Transaction, period: Period): Promise<boolean> => overlaps(tx, period, { id: null, states: openStates });

/** Nobody pays for something they cannot get: an affiliation in force, or paid, for the same days prevents the payment. */
export const judgeTwin = async (tx: Transaction, period: Period, id: number | null = null): Promise<void> => {
  if (await hasTwin(tx, period, id)) throw conflict('AFFILIATION_TWICE', [{ path: 'starts_on', code: 'AFFILIATION_TWICE' }]);
};
