import { fmtri_affiliations, type FmtriAffiliation } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { createAudited } from '../../api/write/audited';
import { readStored } from '../../api/list/stored';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { affiliationTerms } from './affiliationTerms';
import { letterFor } from './letterFor';
import { isAsked, settlePaid } from './takePayment';

interface Renewal {
  readonly typeid: number;
  readonly starts_on: string;
}
/**
 * Asks for the next affiliation of a person, of a type for the same audience. Anyone who has one for those days already, even unpaid, is left
 * out, so nobody is renewed twice.
 */
export const renewAffiliation = async (
  tx: Transaction,
  { affiliate_userid, audience }: Pick<FmtriAffiliation, 'affiliate_userid' | 'audience'>,
  { typeid, starts_on }: Renewal,
): Promise<{ readonly affiliationid: number }> => {
  const { price_cents, ...terms } = await affiliationTerms(tx, { typeid, affiliate_userid, starts_on }, { isNew: true });
  if (terms.audience !== audience) throw conflict('RENEWAL_OTHER', [{ path: 'input.typeid', code: 'RENEWAL_OTHER' }]);
  if (await isAsked(tx, { ...terms, affiliate_userid, starts_on }))
    throw conflict('RENEWED_ALREADY', [{ path: 'input.starts_on', code: 'RENEWED_ALREADY' }]);
  const affiliationid = await createAudited(tx, fmtri_affiliations, {
    ...terms,
    affiliate_userid,
    typeid,
    starts_on,
    price_cents,
    status: price_cents > 0 ? 'pending_payment' : 'pending_review',
    letter: price_cents > 0 ? await letterFor(tx, { affiliate_userid }) : null,
  });
  if (price_cents === 0) {
    const row = await readStored(tx, fmtri_affiliations, affiliationid);
    if (row) await settlePaid(tx, affiliationid, row, {});
  }
  return { affiliationid };
};
