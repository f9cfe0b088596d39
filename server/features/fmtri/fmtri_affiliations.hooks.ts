import { fmtri_affiliate_users } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types, type FmtriAffiliationType } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import type { InferWrite } from '@/schema';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, notFound } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { activateAffiliation } from './activateAffiliation';
import { affiliationTerms } from './affiliationTerms';
import { todayOf } from './todayOf';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const waiting = new Set<unknown>(['draft', 'pending_payment', 'pending_review']);
const now = (): string => new Date().toISOString();
const typeOf = async (tx: Transaction, id: number): Promise<FmtriAffiliationType> => {
  const type = await readStored(tx, fmtri_affiliation_types, id);
  if (!type) throw notFound();
  return type;
};

/**
 * The next state of an affiliation with nothing left to pay: review, if its type requires a review or documents that somebody must
 * check.
 */
const settlePaid = async (
  tx: Transaction,
  id: number,
  row: FmtriAffiliation,
  changes: InferWrite<typeof fmtri_affiliations>,
): Promise<void> => {
  const { requires_approval, requires_docs } = await typeOf(tx, row.typeid);
  return requires_approval || (requires_docs ?? []).length > 0
    ? updateRow(tx, fmtri_affiliations, id, { ...changes, status: 'pending_review' })
    : activateAffiliation(tx, id, row, changes);
};

/** All documents that the type requires and that are missing, not accepted or expired. */
const judgeDocuments = async (tx: Transaction, { affiliate_userid, typeid }: FmtriAffiliation): Promise<void> => {
  const { requires_docs } = await typeOf(tx, typeid);
  const affiliate = await readStored(tx, fmtri_affiliate_users, affiliate_userid);
  const today = await todayOf(tx);
  const good = new Set(
    (affiliate?.docs ?? [])
      .filter(({ status, file, expires_at }) => status === 'accepted' && file && (!expires_at || expires_at >= today))
      .map(({ type }) => type),
  );
  const missing = (requires_docs ?? [])
    .filter((type) => !good.has(type))
    .map((type) => ({ document: { key: `lists.affiliate_documents.${type}` } }));
  if (missing.length > 0)
    throw conflict(
      'DOCUMENT_MISSING',
      missing.map((params) => ({ path: 'status', code: 'DOCUMENT_MISSING', params })),
      missing[0],
    );
};

const a = columnsOf(fmtri_affiliations);
const u = columnsOf(fmtri_affiliate_users);
interface Period {
  readonly affiliate_userid: number;
  readonly audience: FmtriAffiliation['audience'];
  readonly starts_on: string;
  readonly ends_on: string;
}
/**
 * Nobody pays for something they cannot get: an affiliation in force, or paid, for the same days prevents the payment. The person stays
 * locked, so simultaneous payments wait for each other.
 */
const judgeTwin = async (
  tx: Transaction,
  { affiliate_userid, audience, starts_on, ends_on }: Period,
  id: number | null = null,
): Promise<void> => {
  await execute(tx, sql`select 1 from ${u} where ${u.affiliate_userid} = ${affiliate_userid} for no key update`);
  const hasTwin = await exists(
    tx,
    sql`from ${a} where ${a.affiliate_userid} = ${affiliate_userid} and ${a.audience} = ${audience} and ${a.affiliationid} is distinct from ${id}::bigint and ${a.status} in ('pending_review', 'active', 'suspended')
      and ${a.deleted_at} is null and daterange(${starts_on}::date, ${ends_on}::date, '[]') && daterange(${a.starts_on}, ${a.ends_on}, '[]')`,
  );
  if (hasTwin) throw conflict('AFFILIATION_TWICE', [{ path: 'starts_on', code: 'AFFILIATION_TWICE' }]);
};

/** How an affiliation starts, is reviewed and ends. Its terms are those of its type on the day of the request. */
export const fmtriAffiliationsHooks = defineHooks(fmtri_affiliations, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete' || (verb === 'edit' && (values['starts_on'] === undefined || values['starts_on'] === before?.['starts_on'])))
      return;
    if (before && !waiting.has(before['status'])) throw conflict('AFFILIATION_FIXED', [{ path: 'starts_on', code: 'AFFILIATION_FIXED' }]);
    const { typeid = 0, affiliate_userid = 0, starts_on = '', eventid = null, affiliationid = null } = Object.assign({}, before, values);
    const { price_cents, ...terms } = await affiliationTerms(
      tx,
      { typeid, affiliate_userid, starts_on, eventid },
      { isNew: before === null },
    );
    await judgeTwin(tx, { ...terms, affiliate_userid, starts_on }, affiliationid);
    Object.assign(values, terms, before === null && { price_cents, status: price_cents > 0 ? 'pending_payment' : 'pending_review' });
  },
  afterWrite: async ({ tx, verb, id, values }) => {
    const row = verb === 'create' && values['status'] === 'pending_review' ? await readStored(tx, fmtri_affiliations, id) : null;
    if (row) await settlePaid(tx, id, row, {});
  },
  actions: {
    pay: async ({ tx, id, row, input }) => {
      await judgeTwin(tx, row, id);
      await settlePaid(tx, id, row, { paid_at: now(), payment_method: input.method, payment_reference: input.reference ?? null });
    },
    approve: async ({ tx, id, row }) => {
      await judgeDocuments(tx, row);
      await activateAffiliation(tx, id, row, { reviewed_by_userid: tx.userid, reviewed_at: now() });
    },
    resume: ({ tx, id, row }) => activateAffiliation(tx, id, row, { status_reason: null }),
  },
});
