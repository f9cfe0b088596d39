import { fmtri_affiliate_users, type FmtriAffiliateUser } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliation_types, type FmtriAffiliationType } from '@/resources/fmtri_affiliation_types/fmtri_affiliation_types';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { defineHooks } from '../api/defineHooks';
import { conflict } from '../api/DomainError';
import type { Transaction } from '../api/transaction';
import { updateRow } from '../api/write/columns';
import { readStored } from '../api/write/stored';
import { activateAffiliation } from '../fmtri/activateAffiliation';
import { affiliationTerms } from '../fmtri/affiliationTerms';
import { todayOf } from '../fmtri/todayOf';

const waiting = new Set<unknown>(['draft', 'pending_payment', 'pending_review']);
const now = (): string => new Date().toISOString();
const typeOf = async (tx: Transaction, id: number): Promise<FmtriAffiliationType> => (await readStored(tx, fmtri_affiliation_types, id)) as unknown as FmtriAffiliationType;

/** Where an affiliation goes when nothing is owed for it any more. */
const settlePaid = async (tx: Transaction, id: number, row: FmtriAffiliation, changes: Readonly<Record<string, unknown>>): Promise<void> =>
  (await typeOf(tx, row.typeid)).requires_approval ? updateRow(tx, fmtri_affiliations, id, { ...changes, status: 'pending_review' }) : activateAffiliation(tx, id, row, changes);

/** Papers that the type asks for and nobody has accepted, or that have run out. */
const judgeDocuments = async (tx: Transaction, { affiliate_userid, typeid }: FmtriAffiliation): Promise<void> => {
  const { requires_docs } = await typeOf(tx, typeid);
  const affiliate = (await readStored(tx, fmtri_affiliate_users, affiliate_userid)) as unknown as FmtriAffiliateUser;
  const today = await todayOf(tx);
  const good = new Set((affiliate.docs ?? []).filter(({ status, expires_at }) => status === 'accepted' && (!expires_at || expires_at >= today)).map(({ type }) => type));
  const missing = (requires_docs ?? []).find((type) => !good.has(type));
  if (missing) throw conflict('errors.documentMissing', [], { document: { key: `fmtri_affiliation_types.choices.requires_docs.${missing}` } });
};

/** How an affiliation begins, is reviewed and ends. Its terms are those of its type on the day it was asked for. */
export const fmtriAffiliationsHooks = defineHooks(fmtri_affiliations, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete' || (verb === 'edit' && (values['starts_on'] === undefined || values['starts_on'] === before?.['starts_on']))) return;
    if (before && !waiting.has(before['status'])) throw conflict('errors.affiliationFixed', [{ path: 'starts_on', message: 'errors.affiliationFixed' }]);
    const { price_cents, ...terms } = await affiliationTerms(tx, { ...before, ...values }, { isNew: before === null });
    Object.assign(values, terms, before === null && { price_cents, status: price_cents > 0 ? 'pending_payment' : 'pending_review' });
  },
  afterWrite: async ({ tx, verb, id, values }) => {
    if (verb === 'create' && values['status'] === 'pending_review') await settlePaid(tx, id, (await readStored(tx, fmtri_affiliations, id)) as unknown as FmtriAffiliation, {});
  },
  actions: {
    pay: ({ tx, id, row, input }) => settlePaid(tx, id, row, { paid_at: now(), payment_method: input.method, payment_reference: input.reference ?? null }),
    approve: async ({ tx, id, row }) => {
      await judgeDocuments(tx, row);
      await activateAffiliation(tx, id, row, { reviewed_by_userid: tx.userid, reviewed_at: now() });
    },
    reject: ({ tx, id, input }) => updateRow(tx, fmtri_affiliations, id, { status: 'rejected', reject_reason: input.reason, reviewed_by_userid: tx.userid, reviewed_at: now() }),
    suspend: ({ tx, id, input }) => updateRow(tx, fmtri_affiliations, id, { status: 'suspended', status_reason: input.reason }),
    resume: ({ tx, id, row }) => activateAffiliation(tx, id, row, { status_reason: null }),
    cancel: ({ tx, id, input }) => updateRow(tx, fmtri_affiliations, id, { status: 'cancelled', status_reason: input.reason, held: false }),
  },
});
