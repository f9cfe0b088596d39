/** Names of the cookies of this site. Over https the `__Host-` prefix keeps sibling subdomains from writing them. */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  readonly callback: string;
  /** The e-mail of a refused sign-in, kept briefly so that nobody types it twice. */
  readonly email: string;
  /** Proof that the password was right, until the second step. */
  readonly second: string;
  /** The person who signed in with this browser before. */
  readonly device: string;
  /** What the answer of the company's provider is checked against. */
  readonly pkce: string;
  readonly state: string;
  readonly nonce: string;
}

/** The cookie names for http or https, each with a text of the installation at its end. */
export const cookieNames = (secure: boolean, suffix = ''): CookieNames => {
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}authjs.session-token${suffix}`,
    csrf: `${prefix}authjs.csrf-token${suffix}`,
    callback: `${prefix}authjs.callback-url${suffix}`,
    email: `${prefix}authjs.login-email${suffix}`,
    second: `${prefix}authjs.second-step${suffix}`,
    device: `${prefix}authjs.device${suffix}`,
    pkce: `${prefix}authjs.pkce.code_verifier${suffix}`,
    state: `${prefix}authjs.state${suffix}`,
    nonce: `${prefix}authjs.nonce${suffix}`,
  };
};

/** The cookies of a request by name; the first of two equal names counts. */
export const parseCookies = (header: string | undefined): ReadonlyMap<string, string> => {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
};

/** The text of a cookie, or null when it cannot be decoded. */
export const cookieText = (value: string | undefined): string | null => {
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
};

/** A Set-Cookie line with the attributes that every cookie of this site has. */
export const setCookie = (name: string, value: string, maxAge: number): string =>
  `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${/^__(Host|Secure)-/.test(name) ? '; Secure' : ''}`;

const olderScheme = /^(__Host-|__Secure-)?next-auth\.(session-token(\.\d+)?|csrf-token|callback-url|pkce\.code_verifier|state|nonce)$/;

/** Set-Cookie lines that remove the cookies of the older sign-in scheme, which page scripts can neither see nor delete. */
export const expireLeftovers = (cookies: ReadonlyMap<string, string>): readonly string[] =>
  [...cookies.keys()].filter((name) => olderScheme.test(name)).map((name) => setCookie(name, '', 0));
