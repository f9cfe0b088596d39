import { createHmac } from 'node:crypto';
import { sameText } from '../kernel/secrets';

/** The headers with the signature, by sender: `t=<seconds>,v1=<hex>`. */
export const signatureHeaders = { gateway: 'x-gateway-signature', push: 'x-push-signature', mail: 'x-mail-signature' } as const;
const longestMs = 5 * 60_000,
  secondMs = 1000;
const markOf = (secret: string, at: string, body: string): string => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');

/** Signs a report as an outside service does. */
export const signReport = (secret: string, body: string, now = Date.now()): string => {
  const at = String(Math.floor(now / secondMs));
  return `t=${at},v1=${markOf(secret, at, body)}`;
};

/**
 * Whether the sender knew the secret and signed the body recently. An old signature proves nothing, because anybody may have stored the
 * report.
 */
export const isSigned = (secret: string, body: string, header: unknown, now = Date.now()): boolean => {
  const [, at, mark] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? [];
  if (at === undefined || mark === undefined) return false;
  return Math.abs(now - Number(at) * secondMs) <= longestMs && sameText(mark, markOf(secret, at, body));
};
