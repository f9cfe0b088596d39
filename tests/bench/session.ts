import { demoPassword } from '../../server/demoAccounts';

const suffix = '.dorsal',
  renewAfterMs = 4 * 60_000;

/** Somebody signed in as a browser signs in. */
export interface Session {
  readonly cookies: ReadonlyMap<string, string>;
  /** The bearer, renewed before it expires. */
  readonly bearer: () => Promise<string>;
}

const keep = (cookies: Map<string, string>, response: Response): void => {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
};

/** Signs a demo account in at a server, chooses an organization and takes access tokens as any client would. */
export const signIn = async (origin: string, email: string, organizationid: number): Promise<Session> => {
  const cookies = new Map<string, string>();
  const call = async (path: string, body?: object): Promise<Response> => {
    const headers = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin,
      ...(body && { 'content-type': 'application/json' }),
    };
    const response = await fetch(`${origin}${path}`, {
      redirect: 'manual',
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    keep(cookies, response);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const csrfToken = async (): Promise<string> =>
    ((await (await call('/api/auth/csrf')).json()) as { readonly csrfToken: string }).csrfToken;
  const answer = await (
    await call('/api/auth/callback/credentials', { csrfToken: await csrfToken(), email, password: demoPassword, json: 'true' })
  ).text();
  if (answer.includes('error=')) throw new Error(`${email} could not sign in: ${answer}`);
  await call('/api/auth/session', { csrfToken: await csrfToken(), data: { organization: { organizationid } } });

  let text = '',
    since = 0;
  const bearer = async (): Promise<string> => {
    if (!text || Date.now() - since > renewAfterMs) {
      [text, since] = [await (await call('/api/authenticate', {})).text(), Date.now()];
    }
    return `Bearer ${text}${suffix}`;
  };
  await bearer();
  return { cookies, bearer };
};
