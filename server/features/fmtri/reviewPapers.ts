import { isWanted, papersOf, verdictOf, type Paper } from '@/domain/affiliations/papers';
import { fmtri_affiliate_users, type FmtriAffiliateUser } from '@/resources/fmtri_affiliate_users/fmtri_affiliate_users';
import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { fieldOf } from '@/schema';
import { canSee } from '@/schema/project/access';
import { readStored } from '../../api/list/stored';
import { updateAudited } from '../../api/write/audited';
import { updateRow } from '../../api/write/columns';
import { conflict, forbidden, invalid, notFound } from '../../kernel/DomainError';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { KeptFile } from '../../api/files/keepFile';
import { letterFor } from './letterFor';
import { typeOf, waiting } from './takePayment';
import { todayOf } from './todayOf';

type Kept = NonNullable<FmtriAffiliateUser['docs']>[number];
type OfAffiliation = Pick<FmtriAffiliation, 'affiliate_userid' | 'typeid'>;
interface Papers {
  readonly papers: readonly Paper<Kept>[];
  readonly docs: readonly Kept[];
}

/** The papers that an affiliation needs, as they are now; `lock` keeps others from deciding at the same time. */
export const readPapers = async (tx: Transaction, { affiliate_userid, typeid }: OfAffiliation, lock = false): Promise<Papers> => {
  const { requires_docs } = await typeOf(tx, typeid);
  const affiliate = await readStored(tx, fmtri_affiliate_users, affiliate_userid, lock ? { lock: true } : {});
  if (!affiliate) throw notFound();
  return { papers: papersOf(requires_docs, affiliate.docs, await todayOf(tx)), docs: affiliate.docs ?? [] };
};

const keep = (tx: Transaction, affiliate_userid: number, docs: readonly Kept[], photo?: string): Promise<unknown> =>
  updateAudited(tx, fmtri_affiliate_users, (row) => sql`${row.affiliate_userid} = ${affiliate_userid}`, {
    docs: [...docs],
    ...(photo !== undefined && { photo }),
  });

interface Decision {
  readonly paper: Kept['type'];
  readonly verdict: 'accepted' | 'rejected';
  readonly reason?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
}
/** Accepts or refuses one paper. Anyone who may not see papers decides about none; an accepted photograph becomes that of the card. */
export const reviewPaper = async (tx: Transaction, row: FmtriAffiliation, decision: Decision): Promise<{ readonly verdict: string }> => {
  if (!canSee(tx.grants, fieldOf(fmtri_affiliate_users, 'docs'))) throw forbidden();
  const { paper, verdict, reason = null, expires_at = null } = decision;
  const { papers, docs } = await readPapers(tx, row, true);
  const [about] = papersOf([paper], docs, await todayOf(tx));
  const kept = about?.kept;
  if (!kept?.file) throw conflict('PAPER_NOT_SENT', [{ path: 'input.paper', code: 'PAPER_NOT_SENT' }]);
  if (verdict === 'rejected' && !reason) throw invalid([{ path: 'input.reason', code: 'PAPER_REASON' }]);
  if (verdict === 'accepted' && expires_at !== null && expires_at < (await todayOf(tx)))
    throw invalid([{ path: 'input.expires_at', code: 'PAPER_EXPIRED' }]);
  const decided: Kept = {
    ...kept,
    status: verdict,
    reason: verdict === 'rejected' ? reason : null,
    expires_at: verdict === 'accepted' ? (expires_at ?? kept.expires_at) : kept.expires_at,
  };
  const isPhoto = paper === 'foto' && verdict === 'accepted' && kept.file.type.startsWith('image/');
  const now = docs.map((each) => (each === kept ? decided : each));
  await keep(tx, row.affiliate_userid, now, isPhoto ? kept.file.url : undefined);
  const required = papers.map(({ type }) => type);
  return { verdict: verdictOf(papersOf(required, now, await todayOf(tx))) };
};

/** All papers that the type requires are accepted and in date, or the affiliation is not approved; every missing one is named. */
export const judgePapers = async (tx: Transaction, row: OfAffiliation): Promise<void> => {
  const { papers } = await readPapers(tx, row);
  const missing = papers
    .filter(({ state }) => state !== 'accepted')
    .map(({ type }) => ({ document: { key: `lists.affiliate_documents.${type}` } }));
  if (missing.length > 0)
    throw conflict(
      'DOCUMENT_MISSING',
      missing.map((params) => ({ path: 'status', code: 'DOCUMENT_MISSING', params })),
      missing[0],
    );
};

/** Asks the athlete by letter for the papers that are missing or were refused, once there is a decision about every other one. */
export const askPapers = async (tx: Transaction, id: number, row: FmtriAffiliation): Promise<{ readonly papers: number }> => {
  const { papers } = await readPapers(tx, row, true);
  const verdict = verdictOf(papers);
  if (verdict === 'review') throw conflict('PAPERS_OPEN');
  if (verdict === 'approve') throw conflict('PAPERS_COMPLETE');
  await updateRow(tx, fmtri_affiliations, id, { papers_asked_at: new Date().toISOString(), letter: await letterFor(tx, row) });
  return { papers: papers.filter(isWanted).length };
};

/**
 * Keeps a paper that an athlete sent, if it is wanted. Once nothing is wanted any more, the affiliation waits for its review again. Answers
 * whether it was taken.
 */
export const takePaper = async (tx: Transaction, affiliationid: number, paper: string, file: KeptFile): Promise<boolean> => {
  const row = await readStored(tx, fmtri_affiliations, affiliationid, { lock: true });
  if (!row || !waiting.has(row.status)) return false;
  const { papers, docs } = await readPapers(tx, row, true);
  const wanted = papers.find((each) => each.type === paper);
  const { requires_docs } = await typeOf(tx, row.typeid);
  const type = requires_docs?.find((each) => each === paper);
  if (!wanted || !type || !isWanted(wanted)) return false;
  await file.note(tx);
  const sent: Kept = {
    type,
    file: { url: file.url, name: file.name, size: file.size, type: file.type },
    status: 'pending',
    reason: null,
    expires_at: null,
  };
  const now = [...docs.filter((each) => each.type !== type), sent];
  await keep(tx, row.affiliate_userid, now);
  const isComplete = !papersOf(requires_docs, now, await todayOf(tx)).some(isWanted);
  if (isComplete && row.papers_asked_at !== null)
    await updateAudited(tx, fmtri_affiliations, (one) => sql`${one.affiliationid} = ${affiliationid}`, { papers_asked_at: null });
  return true;
};
