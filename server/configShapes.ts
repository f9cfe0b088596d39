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
/** A host that only this machine reaches, where nobody else can read along. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
/** Whether browsers may be sent to an address in production: over TLS, or within one machine. */
export const isSafeAddress = (value: string): boolean => {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || isLoopback(hostname);
};
/** The address of a mail server. */
export const smtp = z
  .string()
  .regex(/^smtps?:\/\/[^\s/]+\/?(\?\S*)?$/)
  .refine((value) => URL.canParse(value));
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
/** Proxies whose word counts: their number or addresses, all or none. */
export const proxy = z
  .string()
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value))
  .pipe(z.union([z.boolean(), z.int().max(20), z.string().regex(/^[\da-f.:/, ]+$/i)]));
/** A secret of fewer characters can be guessed. */
export const secretLength = 32;
/** A secret that cannot be guessed. */
export const secret = z.string().min(secretLength);
/** Whether an address over TLS carries an id and a secret to sign with. */
export const hasSigningKey = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username !== '' && decodeURIComponent(password).length >= secretLength;
};

/** A framed page of the origin of this server could reach out of its sandbox. */
export const isApart = (value: string, origins: readonly string[]): boolean => !origins.includes(new URL(value).origin);
/** An address over TLS that carries the key of whoever asks. */
export const isKeyedService = (value: string): boolean =>
  URL.canParse(value) && new URL(value).protocol === 'https:' && new URL(value).username !== '';
/** An address that leads to a registration: its folio stands after the host, where it cannot lead elsewhere. */
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
/** A push service need not report; one that does proves it with a secret that cannot be guessed. */
export const isPushService = (value: string): boolean =>
  isKeyedService(value) && (new URL(value).password === '' || decodeURIComponent(new URL(value).password).length >= secretLength);

/** A bucket and a region of one's own are part of the address; without TLS only inside a network that nobody else reads. */
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
