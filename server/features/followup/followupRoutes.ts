import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { DomainError, notFound } from '../../kernel/DomainError';
import { fingerprint, sameText } from '../../kernel/secrets';
import { linkPasswords, tokenHash } from './linkSecrets';
import { countView, findLink, readFollowup, type OpenLink } from './readFollowup';

const body = z.strictObject({
  token: z.string().min(1).max(200),
  password: z.string().max(200).optional(),
  visit: z.string().max(200).optional(),
});
const minuteMs = 60_000,
  guesses = 10,
  guessSeconds = 900,
  visitMs = 12 * 60 * minuteMs;

interface FollowupOptions {
  readonly secret: string;
  /** Views that one address may make in a minute. */
  readonly mostLooks: number | false;
}

/** Counts attempts at the password of a link before they are checked, in the database for all processes. */
const createGuesses = (pool: pg.Pool) => {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'auth_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'followup',
    points: guesses,
    duration: guessSeconds,
  });
  const keyOf = (token: string, ip: string): string => tokenHash(`${token} ${ip}`);
  return {
    attempt: async (token: string, ip: string): Promise<boolean> => {
      try {
        await limiter.consume(keyOf(token, ip));
        return true;
      } catch (reason) {
        if (reason instanceof RateLimiterRes) return false;
        throw reason;
      }
    },
    forgive: async (token: string, ip: string): Promise<void> => void (await limiter.delete(keyOf(token, ip))),
  };
};

/** A page that was admitted reads again without the password, and is not counted as another view. */
const visitsOf = (secret: string) => {
  const mark = ({ followupid }: OpenLink, until: number): string =>
    `${until}.${fingerprint(secret, 'visit of a follow-up link', `${followupid} ${until}`)}`;
  return {
    open: (link: OpenLink): string => mark(link, Date.now() + visitMs),
    isOpen: (link: OpenLink, visit: string | undefined): boolean => {
      const until = Number(visit?.split('.')[0]);
      return visit !== undefined && until > Date.now() && sameText(visit, mark(link, until));
    },
  };
};

/** `/api/followup`: what a link shows to anyone who has it. There is no sign-in here, so it answers only counts and limits attempts. */
export const followupRoutes = async (app: FastifyInstance, pool: pg.Pool, { secret, mostLooks }: FollowupOptions): Promise<void> => {
  const guessing = createGuesses(pool),
    visits = visitsOf(secret);
  const letIn = async (link: OpenLink, token: string, password: string, ip: string): Promise<boolean> => {
    if (!(await guessing.attempt(token, ip))) throw new DomainError('TOO_MANY_REQUESTS');
    const isRight = await linkPasswords.verify(link.passwordHash, password);
    if (isRight) await guessing.forgive(token, ip);
    return isRight;
  };
  if (mostLooks !== false)
    await app.register(rateLimit, {
      max: mostLooks,
      timeWindow: minuteMs,
      keyGenerator: (request) => request.ip,
      errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
    });
  app.addHook(
    'onRequest',
    async (_request, reply) =>
      void reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow').header('referrer-policy', 'no-referrer'),
  );
  const answer = async (request: FastifyRequest): Promise<unknown> => {
    const sent = body.safeParse(request.body);
    if (!sent.success) throw notFound();
    const { token, password, visit } = sent.data;
    const link = await findLink(pool, token);
    if (!link) throw notFound();
    if (visits.isOpen(link, visit)) return { ...(await readFollowup(pool, link)), visit };
    if (link.passwordHash !== null) {
      if (password === undefined) return { locked: true };
      if (!(await letIn(link, token, password, request.ip))) return { locked: true, wrong: true };
    }
    if (!(await countView(pool, link))) throw notFound();
    return { ...(await readFollowup(pool, link)), visit: visits.open(link) };
  };
  app.post('/api/followup', (request) => answer(request));
};
