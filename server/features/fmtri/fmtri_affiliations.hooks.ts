import { fmtri_affiliate_users, type FmtriAffiliateUser } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types, type FmtriAffiliationType } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { activateAffiliation } from './activateAffiliation';
import { affiliationTerms } from './affiliationTerms';
import { todayOf } from './todayOf';

const waiting = new Set<unknown>(['draft', 'pending_payment', 'pending_review']);
const now = (): string => new Date().toISOString();
const typeOf = async (tx: Transaction, id: number): Promise<FmtriAffiliationType> =>
  (await readStored(tx, fmtri_affiliation_types, id)) as unknown as FmtriAffiliationType;

/** Where an affiliation goes when nothing is owed for it any more: to whoever reviews it, where its type asks for a review or for papers that somebody has to look at. */
const settlePaid = async (
  tx: Transaction,
  id: number,
  row: FmtriAffiliation,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { requires_approval, requires_docs } = await typeOf(tx, row.typeid);
  return requires_approval || (requires_docs ?? []).length > 0
    ? updateRow(tx, fmtri_affiliations, id, { ...changes, status: 'pending_review' })
    : activateAffiliation(tx, id, row, changes);
};

/** Papers that the type asks for and that are not there, nobody has accepted, or have run out: all of them at once. */
const judgeDocuments = async (tx: Transaction, { affiliate_userid, typeid }: FmtriAffiliation): Promise<void> => {
  const { requires_docs } = await typeOf(tx, typeid);
  const affiliate = (await readStored(tx, fmtri_affiliate_users, affiliate_userid)) as unknown as FmtriAffiliateUser;
  const today = await todayOf(tx);
  const good = new Set(
    (affiliate.docs ?? [])
      .filter(({ status, file, expires_at }) => status === 'accepted' && file && (!expires_at || expires_at >= today))
      .map(({ type }) => type),
  );
  const missing = (requires_docs ?? [])
    .filter((type) => !good.has(type))
    .map((type) => ({ document: { key: `fmtri_affiliation_types.choices.requires_docs.${type}` } }));
  if (missing.length > 0)
    throw conflict(
      'DOCUMENT_MISSING',
      missing.map((params) => ({ path: 'status', code: 'DOCUMENT_MISSING', params })),
      missing[0],
    );
};

const twinSql = `
  select 1 from fmtri_affiliations
   where affiliate_userid = $1 and audience = $2 and affiliationid is distinct from $5::bigint and status in ('pending_review', 'active', 'suspended') and deleted_at is null and daterange($3, $4, '[]') && daterange(starts_on, ends_on, '[]')`;
interface Period {
  readonly affiliate_userid: number;
  readonly audience: string;
  readonly starts_on: string;
  readonly ends_on: string;
}
/** Nobody pays for what cannot be given to them: one that is in force or paid for the same days stands in the way. The person stays locked, so that two payments at once wait for each other. */
const judgeTwin = async (
  tx: Transaction,
  { affiliate_userid, audience, starts_on, ends_on }: Period,
  id: number | null = null,
): Promise<void> => {
  await tx.run('select 1 from fmtri_affiliate_users where affiliate_userid = $1 for no key update', [affiliate_userid]);
  if ((await tx.run(twinSql, [affiliate_userid, audience, starts_on, ends_on, id])).length > 0)
    throw conflict('AFFILIATION_TWICE', [{ path: 'starts_on', code: 'AFFILIATION_TWICE' }]);
};

/** How an affiliation begins, is reviewed and ends. Its terms are those of its type on the day it was asked for. */
export const fmtriAffiliationsHooks = defineHooks(fmtri_affiliations, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete' || (verb === 'edit' && (values['starts_on'] === undefined || values['starts_on'] === before?.['starts_on'])))
      return;
    if (before && !waiting.has(before['status'])) throw conflict('AFFILIATION_FIXED', [{ path: 'starts_on', code: 'AFFILIATION_FIXED' }]);
    const { price_cents, ...terms } = await affiliationTerms(tx, { ...before, ...values }, { isNew: before === null });
    const { affiliate_userid, starts_on, affiliationid = null } = { ...before, ...values } as unknown as FmtriAffiliation;
    await judgeTwin(tx, { ...terms, affiliate_userid, starts_on }, affiliationid);
    Object.assign(values, terms, before === null && { price_cents, status: price_cents > 0 ? 'pending_payment' : 'pending_review' });
  },
  afterWrite: async ({ tx, verb, id, values }) => {
    if (verb === 'create' && values['status'] === 'pending_review')
      await settlePaid(tx, id, (await readStored(tx, fmtri_affiliations, id)) as unknown as FmtriAffiliation, {});
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
