import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { DomainError, notFound } from '../../kernel/DomainError';
import { guardPublic } from '../../kernel/guardPublic';
import { createGuesses } from '../../kernel/guesses';
import { createVisits } from '../../kernel/visits';
import { linkPasswords } from './linkSecrets';
import { countView, findLink, readFollowup, type OpenLink } from './readFollowup';

const body = z.strictObject({
  token: z.string().min(1).max(200),
  password: z.string().max(200).optional(),
  visit: z.string().max(200).optional(),
});
const limits = { of: 'followup', each: 10, seconds: 900 } as const;
const visitMs = 12 * 60 * 60_000;

interface FollowupOptions {
  readonly secret: string;
  /** Views that one address may make in a minute. */
  readonly mostLooks: number | false;
}

/** `/api/followup`: what a link shows to anyone who has it. There is no sign-in here, so it answers only counts and limits attempts. */
export const followupRoutes = async (app: FastifyInstance, pool: pg.Pool, { secret, mostLooks }: FollowupOptions): Promise<void> => {
  const guessing = createGuesses(pool, limits),
    visits = createVisits(secret, 'visit of a follow-up link', visitMs); // who was admitted is not counted as another view
  const letIn = async (link: OpenLink, token: string, password: string, ip: string): Promise<boolean> => {
    if (!(await guessing.attempt(token, ip))) throw new DomainError('TOO_MANY_REQUESTS');
    const isRight = await linkPasswords.verify(link.passwordHash, password);
    if (isRight) await guessing.forgive(token, ip);
    return isRight;
  };
  await guardPublic(app, mostLooks);
  const answer = async (request: FastifyRequest): Promise<unknown> => {
    const sent = body.safeParse(request.body);
    if (!sent.success) throw notFound();
    const { token, password, visit } = sent.data;
    const link = await findLink(pool, token);
    if (!link) throw notFound();
    if (visits.isOpen(String(link.followupid), visit)) return { ...(await readFollowup(pool, link)), visit };
    if (link.passwordHash !== null) {
      if (password === undefined) return { locked: true };
      if (!(await letIn(link, token, password, request.ip))) return { locked: true, wrong: true };
    }
    if (!(await countView(pool, link))) throw notFound();
    return { ...(await readFollowup(pool, link)), visit: visits.open(String(link.followupid)) };
  };
  app.post('/api/followup', (request) => answer(request));
};
