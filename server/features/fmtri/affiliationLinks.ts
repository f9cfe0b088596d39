import { readRecordToken, recordToken } from '../../kernel/recordToken';
import type { Transaction } from '../../kernel/transaction';
import { installationOf } from '../signLinks/signLinks';

const purposes = { page: 'page of an affiliation', card: 'check of a card of an affiliation' } as const;
const paths = { page: '/affiliation', card: '/credential' } as const;
/** `page` is for the athlete, who pays and sends papers there; `card` only says whether the affiliation holds. */
export type AffiliationLink = keyof typeof purposes;

/** The affiliation that a token of one of the links names; null when it is not ours. */
export const readAffiliationToken = (secret: string, link: AffiliationLink, token: string): number | null =>
  readRecordToken(secret, purposes[link], token);
/** The path of a link of an affiliation. */
export const affiliationPath = (secret: string, link: AffiliationLink, affiliationid: number): string =>
  `${paths[link]}/${recordToken(secret, purposes[link], affiliationid)}`;

/** The path and the whole address of the page of an affiliation; null where no server has started. */
export const athletePageOf = (
  tx: Pick<Transaction, 'registry'>,
  affiliationid: number,
): { readonly path: string; readonly address: string } | null => {
  const installation = installationOf(tx);
  if (!installation) return null;
  const path = affiliationPath(installation.secret, 'page', affiliationid);
  return { path, address: `${installation.origin}${path}` };
};
