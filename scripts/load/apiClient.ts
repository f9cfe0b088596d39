/** The API refused; `status` 0 means that it did not answer. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly paths: readonly string[] = [],
  ) {
    super(message);
  }
}

export interface Credentials {
  readonly host: string;
  readonly email: string;
  readonly password: string;
  readonly organizationid: number | null;
  /** The secret of an API key, in place of an account. */
  readonly apiKey?: string | undefined;
}

/** A signed-in outside client of the public API. */
export interface ApiClient {
  /** The organization of the session. */
  readonly organizationid: number;
  readonly post: <T>(path: string, body: unknown) => Promise<T>;
  readonly patch: <T>(path: string, body: unknown) => Promise<T>;
  readonly remove: (path: string, body: unknown) => Promise<void>;
  readonly get: <T>(path: string) => Promise<T>;
  /** What a path answers as text, such as a file. */
  readonly text: (path: string) => Promise<string>;
  /** Sends a file with values as JSON; a file is sent once, since a lost answer may hide that it arrived. */
  readonly sendFile: <T>(
    path: string,
    file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
    values: Body,
  ) => Promise<T>;
  readonly query: <T>(service: string, query: string, variables: Readonly<Record<string, unknown>>) => Promise<T>;
}

interface Session {
  readonly organization: { readonly organizationid: number } | null;
}
type Body = Readonly<Record<string, unknown>>;

const tokenMs = 4 * 60_000,
  attempts = 6,
  firstPauseMs = 400,
  requestMs = 60_000;
const passing: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Cookies of one session, as a browser stores them. */
const createJar = () => {
  const cookies = new Map<string, string>();
  return {
    header: (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep: (response: Response): void => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
    },
  };
};

const refusalOf = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  try {
    const { message, errors = [] } = JSON.parse(text) as {
      readonly message?: string;
      readonly errors?: readonly { readonly path: string; readonly message: string }[];
    };
    const detail = errors.map((error) => (error.path ? `${error.path}: ${error.message}` : error.message)).join('; ');
    return new ApiError(
      response.status,
      [message, detail].filter(Boolean).join(' · ') || `status ${response.status}`,
      errors.map(({ path }) => path),
    );
  } catch {
    return new ApiError(response.status, `status ${response.status}: ${text.slice(0, 200)}`);
  }
};

const send = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(requestMs), ...init });
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: { readonly code?: string; readonly message?: string } };
    throw new ApiError(0, `${new URL(url).origin} does not answer: ${cause?.code ?? cause?.message ?? message}`);
  }
};

/** Waits and asks again while the server is busy or unavailable. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !(error instanceof ApiError && passing.has(error.status))) throw error;
      await pause(firstPauseMs * 2 ** (attempt - 1));
    }
  }
};

const signIn = async ({ host, email, password, organizationid }: Credentials) => {
  const jar = createJar();
  const call = async (path: string, body?: Body): Promise<Response> => {
    const response = await send(`${host}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: jar.header(),
        accept: 'application/json',
        'accept-language': 'en',
        ...(body && { 'content-type': 'application/json', 'x-auth-return-redirect': '1' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    jar.keep(response);
    if (response.status >= 400) throw await refusalOf(response);
    return response;
  };
  const csrf = async (): Promise<string> => ((await (await call('/api/auth/csrf')).json()) as { readonly csrfToken: string }).csrfToken;
  const session = async (): Promise<Session | null> => (await (await call('/api/auth/session')).json()) as Session | null;

  await call('/api/auth/callback/credentials', { csrfToken: await csrf(), email, password, json: 'true', callbackUrl: `${host}/` });
  const entered = await session();
  if (!entered) throw new ApiError(401, `${email} cannot sign in with this password`);
  if (organizationid !== null && entered.organization?.organizationid !== organizationid)
    await call('/api/auth/session', { csrfToken: await csrf(), data: { organization: { organizationid } } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status >= 400 && error.status < 500)) throw error; // not a member: the platform may still act for it
    });
  const chosen = (await session())?.organization?.organizationid;
  if (chosen === undefined) throw new ApiError(403, `${email} works for no organization; choose one with --organization`);
  return { organizationid: chosen, token: async (): Promise<string> => (await call('/api/authenticate', {})).text() };
};

/** Text that the server expects after each token, as it tells every browser. */
const suffixOf = async (host: string): Promise<string> => {
  const config = await (await send(`${host}/config.js`, {})).text();
  return /"?tokenSuffix"?\s*:\s*"([^"]*)"/.exec(config)?.[1] ?? '';
};

/** The organization of an API key, which is its own token. */
const keySession = async (host: string, apiKey: string) => {
  const response = await send(`${host}/v2/organization/permissions`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json', 'accept-language': 'en' },
  });
  if (!response.ok) throw await refusalOf(response);
  const { organizationid } = (await response.json()) as { readonly organizationid: number };
  return { organizationid, token: async (): Promise<string> => apiKey };
};

/** Signs in at the authentication site like any outside program, or uses an API key, and answers a client of the services. */
export const openApi = async (credentials: Credentials): Promise<ApiClient> => {
  const { host } = credentials;
  const { apiKey } = credentials;
  const suffix = apiKey ? '' : await suffixOf(host);
  const session = apiKey ? await keySession(host, apiKey) : await signIn(credentials);
  let bearer = '',
    until = 0,
    renewal: Promise<void> | null = null;
  const renew = async (): Promise<void> => {
    bearer = `${await session.token()}${suffix}`;
    until = Date.now() + tokenMs;
  };
  const authorize = async (): Promise<string> => {
    if (Date.now() >= until)
      await (renewal ??= renew().finally(() => {
        renewal = null;
      }));
    return `Bearer ${bearer}`;
  };
  const answer = async (path: string, init: RequestInit, headers: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await send(`${host}${path}`, {
      ...init,
      headers: { ...headers, authorization: await authorize(), accept: 'application/json', 'accept-language': 'en' },
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  };
  const request = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    patiently(async () => {
      const [init, headers] =
        body === undefined ? [{ method }, {}] : [{ method, body: JSON.stringify(body) }, { 'content-type': 'application/json' }];
      return (await (await answer(path, init, headers)).json()) as T;
    });
  return {
    organizationid: session.organizationid,
    post: (path, body) => request('POST', path, body),
    patch: (path, body) => request('PATCH', path, body),
    remove: async (path, body) => {
      await patiently(() => answer(path, { method: 'DELETE', body: JSON.stringify(body) }, { 'content-type': 'application/json' }));
    },
    get: (path) => request('GET', path),
    text: (path) => patiently(async () => (await answer(path, {}, {})).text()),
    sendFile: async <T>(path: string, file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }, values: Body) => {
      const body = new FormData();
      body.set('data', JSON.stringify(values));
      body.set('file', new Blob([file.bytes]), file.name);
      return (await (await answer(path, { method: 'POST', body }, {})).json()) as T;
    },
    query: async <T>(service: string, query: string, variables: Readonly<Record<string, unknown>>) => {
      const { data, errors } = await request<{ readonly data?: T; readonly errors?: readonly { readonly message: string }[] }>(
        'POST',
        `/v2/${service}/_/graphql`,
        { query, variables },
      );
      if (!data || errors?.length) throw new ApiError(400, errors?.map(({ message }) => message).join('; ') ?? 'no data');
      return data;
    },
  };
};
