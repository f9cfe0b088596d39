import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import { DomainError, notFound } from '../../kernel/DomainError';
import type { Signals } from '../../jobs/openSignals';
import { guardPublic } from '../../kernel/guardPublic';
import { createGuesses } from '../../kernel/guesses';
import { createVisits } from '../../kernel/visits';
import { followupStream } from './followupStream';
import { linkPasswords } from './linkSecrets';
import { countView, findLink, readFollowup, type OpenLink } from './readFollowup';

const body = z.strictObject({
  token: z.string().min(1).max(200),
  password: z.string().max(200).optional(),
  visit: z.string().max(200).optional(),
});
const limits = { of: 'followup', each: 10, seconds: 900 } as const;
const visitMs = 12 * 60 * 60_000;
const sharedMs = 500,
  mostShared = 500;

interface FollowupOptions {
  readonly secret: string;
  /** Views that one address may make in a minute. */
  readonly mostLooks: number | false;
  /** Changes of rows; without them pages look from time to time. */
  readonly signals?: Signals | undefined;
}
type Figures = Awaited<ReturnType<typeof readFollowup>>;

/** Many people look at one link when something changes: those of one second get the same figures. */
const createFigures = (pool: pg.Pool) => {
  const known = new Map<number, { readonly at: number; readonly figures: Promise<Figures> }>();
  return (link: OpenLink): Promise<Figures> => {
    const found = known.get(link.followupid);
    if (found && Date.now() - found.at < sharedMs) return found.figures;
    const figures = readFollowup(pool, link);
    known.set(link.followupid, { at: Date.now(), figures });
    figures.catch(() => known.delete(link.followupid));
    if (known.size > mostShared) known.delete(known.keys().next().value ?? link.followupid);
    return figures;
  };
};

/** `/api/followup`: what a link shows to anyone who has it. There is no sign-in here, so it answers only counts and limits attempts. */
export const followupRoutes = async (
  app: FastifyInstance,
  pool: pg.Pool,
  { secret, mostLooks, signals }: FollowupOptions,
): Promise<void> => {
  const guessing = createGuesses(pool, limits),
    visits = createVisits(secret, 'visit of a follow-up link', visitMs); // who was admitted is not counted as another view
  const letIn = async (link: OpenLink, token: string, password: string, ip: string): Promise<boolean> => {
    if (!(await guessing.attempt(token, ip))) throw new DomainError('TOO_MANY_REQUESTS');
    const isRight = await linkPasswords.verify(link.passwordHash, password);
    if (isRight) await guessing.forgive(token, ip);
    return isRight;
  };
  const figuresOf = createFigures(pool);
  await guardPublic(app, mostLooks);
  const answer = async (request: FastifyRequest): Promise<unknown> => {
    const sent = body.safeParse(request.body);
    if (!sent.success) throw notFound();
    const { token, password, visit } = sent.data;
    const link = await findLink(pool, token);
    if (!link) throw notFound();
    if (visits.isOpen(String(link.followupid), visit)) return { ...(await figuresOf(link)), visit };
    if (link.passwordHash !== null) {
      if (password === undefined) return { locked: true };
      if (!(await letIn(link, token, password, request.ip))) return { locked: true, wrong: true };
    }
    if (!(await countView(pool, link))) throw notFound();
    return { ...(await figuresOf(link)), visit: visits.open(String(link.followupid)) };
  };
  app.post('/api/followup', (request) => answer(request));
  if (!signals) return;
  /** Visitors who were shown the figures may hear when they change. */
  followupStream(app, signals, async (request) => {
    const sent = body.safeParse(request.body);
    const link = sent.success ? await findLink(pool, sent.data.token) : null;
    return link && visits.isOpen(String(link.followupid), sent.data?.visit) ? link.eventid : null;
  });
};
