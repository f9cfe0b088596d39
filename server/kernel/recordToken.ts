import { fingerprint, sameText } from './secrets';

const markLength = 22; // 128 bits, short enough for a QR code that a phone reads from paper
const markOf = (secret: string, purpose: string, id: string): string => fingerprint(secret, purpose, id).slice(0, markLength);

/** The token of a link to one record, for one purpose. It is computed, so nothing is stored and a printed link stays the same. */
export const recordToken = (secret: string, purpose: string, id: number): string => {
  const text = id.toString(36);
  return `${text}-${markOf(secret, purpose, text)}`;
};

/** The record that a token names; null when the token is not ours, or of another purpose. */
export const readRecordToken = (secret: string, purpose: string, token: string): number | null => {
  const [text = '', ...mark] = token.split('-');
  const id = Number.parseInt(text, 36);
  return /^[1-9a-z][0-9a-z]{0,9}$/.test(text) && Number.isSafeInteger(id) && sameText(mark.join('-'), markOf(secret, purpose, text))
    ? id
    : null;
};
