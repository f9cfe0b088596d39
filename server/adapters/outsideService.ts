/** A request to a service. `key` makes the service do the same thing only once, no matter how often it is asked. */
export interface Post {
  readonly body: unknown;
  readonly key: string;
  /** Puts it in place, instead of sending it to be done. */
  readonly method?: 'PUT';
}
interface Question {
  readonly bearer?: string;
  readonly answerMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly post?: Post;
}

/** An outside service, as its address describes it: `https://user:secret@host/path?option=`. */
export interface OutsideService {
  readonly origin: string;
  readonly hostname: string;
  /** Origin and path, without a slash at the end. */
  readonly base: string;
  readonly user: string;
  readonly secret: string;
  readonly option: (name: string) => string | null;
  /**
   * Sends a request to a path below the base, with a timeout and with the user as bearer unless another one is given. `post` is sent as
   * JSON, by POST unless it says otherwise. Redirects are not followed, because they would send the bearer elsewhere.
   */
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
    ask: (path, { bearer = user, answerMs = usualMs, headers, post } = {}) =>
      fetch(`${base}${path}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
        ...(post && { method: post.method ?? 'POST', body: JSON.stringify(post.body) }),
        headers: {
          ...headers,
          authorization: `Bearer ${bearer}`,
          ...(post && { 'content-type': 'application/json', 'idempotency-key': post.key }),
        },
      }),
  };
};
