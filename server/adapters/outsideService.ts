/** What a service is told: `key` makes it do the same thing once, however often it is asked. */
interface Told {
  readonly body: unknown;
  readonly key: string;
}
interface Question {
  readonly bearer?: string;
  readonly answerMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly told?: Told;
}

/** A service of somebody else, as its address names it: `https://user:secret@host/path?option=`. */
export interface OutsideService {
  readonly origin: string;
  readonly hostname: string;
  /** Origin and path, without a slash at the end. */
  readonly base: string;
  readonly user: string;
  readonly secret: string;
  readonly option: (name: string) => string | null;
  /** Asks below the base, in time and with the user as bearer unless another is given; what is told goes as JSON by POST. Redirects are not followed, since they would carry the bearer elsewhere. */
  readonly ask: (path: string, question?: Question) => Promise<Response>;
}

const usualMs = 15_000;

/** Reads the address of a service. */
export const outsideService = (address: string): OutsideService => {
  const { origin, hostname, pathname, username, password, searchParams } = new URL(address);
  const base = `${origin}${pathname.replace(/\/$/, '')}`,
    user = decodeURIComponent(username);
  return {
    origin,
    hostname,
    base,
    user,
    secret: decodeURIComponent(password),
    option: (name) => searchParams.get(name),
    ask: (path, { bearer = user, answerMs = usualMs, headers, told } = {}) =>
      fetch(`${base}${path}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
        ...(told && { method: 'POST', body: JSON.stringify(told.body) }),
        headers: {
          ...headers,
          authorization: `Bearer ${bearer}`,
          ...(told && { 'content-type': 'application/json', 'idempotency-key': told.key }),
        },
      }),
  };
};
