import { renderSVG } from 'uqr';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { activateAffiliation } from './activateAffiliation';
import { letterFor } from './letterFor';
import { athletePageOf } from './affiliationLinks';
import { affiliationTerms } from './affiliationTerms';
import { renewAffiliation } from './renewAffiliation';
import { askPapers, judgePapers, reviewPaper } from './reviewPapers';
import { judgeTwin, settlePaid, waiting } from './takePayment';

const now = (): string => new Date().toISOString();

/** The person learns of a decision by letter. */
const tellDecision = async ({
  tx,
  id,
  row,
}: {
  readonly tx: Transaction;
  readonly id: number;
  readonly row: FmtriAffiliation;
}): Promise<void> => updateRow(tx, fmtri_affiliations, id, { letter: await letterFor(tx, row) });

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
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'create') return;
    const row = await readStored(tx, fmtri_affiliations, id);
    if (row?.status === 'pending_review') await settlePaid(tx, id, row, {});
    else if (row) await updateRow(tx, fmtri_affiliations, id, { letter: await letterFor(tx, row) });
  },
  actions: {
    pay: async ({ tx, id, row, input }) => {
      await judgeTwin(tx, row, id);
      await settlePaid(tx, id, row, { paid_at: now(), payment_method: input.method, payment_reference: input.reference ?? null });
    },
    approve: async ({ tx, id, row }) => {
      await judgePapers(tx, row);
      await activateAffiliation(tx, id, row, {
        reviewed_by_userid: tx.userid,
        reviewed_at: now(),
        papers_asked_at: null,
        letter: await letterFor(tx, row),
      });
    },
    review_paper: ({ tx, row, input }) => reviewPaper(tx, row, input),
    ask_papers: ({ tx, id, row }) => askPapers(tx, id, row),
    athlete_link: async ({ tx, id }) => {
      const link = athletePageOf(tx, id);
      if (!link) throw conflict('NO_SERVICE');
      return { link: link.path, qr: renderSVG(link.address, { border: 2 }) };
    },
    renew: ({ tx, row, input }) => renewAffiliation(tx, row, input),
    reject: tellDecision,
    suspend: tellDecision,
    cancel: tellDecision,
    resume: ({ tx, id, row }) => activateAffiliation(tx, id, row, { status_reason: null }),
  },
});
