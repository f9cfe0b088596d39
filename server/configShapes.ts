import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import type { CompanyProvider } from './auth/companySignIn';

/** A whole number within limits. */
export const whole = (min: number, max: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));
const isOrigin = (value: string): boolean => {
  try {
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && url.origin === value;
  } catch {
    return false;
  }
};
/** An origin such as https://dorsal.example.com. */
export const origin = z.string().refine(isOrigin);
/** A host that only this machine reaches, so nobody else can read the traffic. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
/** Whether browsers may be sent to an address in production: over TLS, or within one machine. */
export const isSafeAddress = (value: string): boolean => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname);
};
/** The address of a mail server. The secret of its reports, where it has one, is too long to guess. */
export const smtp = z
  .string()
  .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/)
  .refine((value) => URL.canParse(value))
  .refine((value) => (new URL(value).searchParams.get('reports') ?? 'x'.repeat(secretLength)).length >= secretLength);
/** An issuer of OpenID Connect, with the id and secret of this client. */
export const oidc = z
  .string()
  .refine((value) => URL.canParse(value))
  .transform((value): CompanyProvider => {
    const { protocol, host, pathname, username, password } = new URL(value);
    return {
      issuer: `${protocol}//${host}${pathname.replace(/\/$/, '')}`,
      clientId: decodeURIComponent(username),
      clientSecret: decodeURIComponent(password),
    };
  })
  .refine(({ issuer, clientId, clientSecret }) => /^https?:/.test(issuer) && clientId !== '' && clientSecret !== '');
/** Origins separated by commas. */
export const origins = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .pipe(z.array(origin));
/** Folders separated by commas. */
export const folders = z.string().transform((value) =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean),
);
/** Names of cookies separated by commas. */
export const cookieNames = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,128}$/)));
/**
 * The number of fixed leading bits of an address or network, 0 for anything else: `10.0.0.0/8`, `10.0.0.0/255.0.0.0`, `fc00::/7`, `::1`.
 */
const fixedBits = (range: string): number => {
  const [address = '', mask, ...more] = range.split('/');
  const most = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (more.length > 0) return 0;
  if (mask === undefined) return most;
  if (/^\d{1,3}$/.test(mask)) return Number(mask) <= most ? Number(mask) : 0;
  if (most !== 32 || !isIPv4(mask)) return 0;
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) ? bits.replace(/0+$/, '').length : 0;
};
const rangesOf = (value: string): readonly string[] => value.split(',').map((each) => each.trim());
/** Trusted proxies: their number or addresses, all or none. */
export const proxy = z
  .string()
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value))
  .pipe(z.union([z.boolean(), z.int().max(20), z.string().refine((value) => rangesOf(value).every((range) => fixedBits(range) > 0))]));
/** The widest networks that somebody owns are 10.0.0.0/8 and fc00::/7. IPv4 addresses also exist below `::`, as `::ffff:10.0.0.1`. */
const leastBits = (range: string): number => (/^0{0,4}:/.test(range) ? 96 + 8 : range.includes(':') ? 7 : 8);
/** Whether the networks of the proxies are so wide that they include everybody. */
export const meansEverybody = (proxies: string): boolean => rangesOf(proxies).some((range) => fixedBits(range) < leastBits(range));
/** A shorter secret can be guessed. */
export const secretLength = 32;
/** A secret that is too long to guess. */
export const secret = z.string().min(secretLength);
/** Whether an address uses TLS and carries a key id and a secret to sign with. */
export const hasSigningKey = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username !== '' && decodeURIComponent(password).length >= secretLength;
};

/** A framed page from the origin of this server could leave its sandbox. */
export const isApart = (value: string, origins: readonly string[]): boolean => !origins.includes(new URL(value).origin);
/** An address over TLS that carries the key of the caller. */
export const isKeyedService = (value: string): boolean =>
  URL.canParse(value) && new URL(value).protocol === 'https:' && new URL(value).username !== '';
/** An address of the page of a registration. The folio is after the host, so that it cannot lead to another host. */
export const isFolioLink = (value: string): boolean => {
  const filled = value.replaceAll('{folio}', 'folio0');
  return (
    /^https?:\/\/\S+$/.test(value) &&
    filled !== value &&
    URL.canParse(filled) &&
    !new URL(filled).host.includes('folio0') &&
    new URL(filled).username === ''
  );
};
/** A push service need not send reports. One that does must have a secret that is too long to guess. */
export const isPushService = (value: string): boolean =>
  isKeyedService(value) && (new URL(value).password === '' || decodeURIComponent(new URL(value).password).length >= secretLength);

/** The bucket and the region are part of the address. Without TLS it is allowed only inside a private network. */
export const isObjectStorage = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, pathname, searchParams, hash } = new URL(value);
  return (
    /^https?:$/.test(protocol) &&
    username !== '' &&
    password !== '' &&
    hash === '' &&
    /^\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w.-]+)*\/?$/.test(pathname) &&
    [...searchParams.keys()].every((each) => each === 'region') &&
    /^([a-z\d-]{1,40})?$/.test(searchParams.get('region') ?? '')
  );
};
