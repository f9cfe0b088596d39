import { fingerprint, sameText } from '../../kernel/secrets';
import type { Transaction } from '../../kernel/transaction';
import { installationOf } from '../signLinks/signLinks';

const markLength = 22; // 128 bits
const markOf = (secret: string, id: string): string => fingerprint(secret, 'link to unsubscribe', id).slice(0, markLength);

/** The letter that a token names; null when the token is not ours. */
export const readUnsubscribeToken = (secret: string, token: string): number | null => {
  const [id = '', ...mark] = token.split('-');
  const letterid = Number.parseInt(id, 36);
  return /^[1-9a-z][0-9a-z]{0,9}$/.test(id) && Number.isSafeInteger(letterid) && sameText(mark.join('-'), markOf(secret, id))
    ? letterid
    : null;
};

/** Where the recipient of a letter unsubscribes. It is computed, so nothing is stored; nothing where no server has started. */
export const unsubscribeLinkOf = (
  tx: Pick<Transaction, 'registry'>,
  letterid: number,
): { readonly path: string; readonly address: string } | undefined => {
  const installation = installationOf(tx);
  if (!installation) return undefined;
  const id = letterid.toString(36),
    path = `/unsubscribe/${id}-${markOf(installation.secret, id)}`;
  return { path, address: `${installation.origin}${path}` };
};
