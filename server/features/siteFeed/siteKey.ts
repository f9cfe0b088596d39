import { fingerprint, sameText } from '../../kernel/secrets';

const mark = 'pk_',
  length = 24;

/** The publishable key of an installation: it may be visible in a web page, and opens nothing but what the public site shows. */
export const siteKeyOf = (secret: string): string => `${mark}${fingerprint(secret, 'publishable key', 'site').slice(0, length)}`;
export const isSiteKey = (secret: string, given: string): boolean => sameText(given, siteKeyOf(secret));
