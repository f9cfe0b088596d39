import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { claimTypes, result_claims } from '@/resources/result_claims/result_claims';
import { isOneOf, partOf } from '@/schema/unknown';
import { pageLanguage } from '../../auth/layout';
import { keepFile, withKept, type FilePlaces, type KeptFile } from '../../api/files/keepFile';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { DomainError } from '../../kernel/DomainError';
import { guardPublic } from '../../kernel/guardPublic';
import { createGuesses } from '../../kernel/guesses';
import { inSystemTransaction } from '../../kernel/transaction';
import { send } from '../signing/answers';
import { noClaim, readClaim, type ClaimForm } from './claimForm';
import { claimPage, closedPage, problemPage, takenPage, type Problems } from './claimPages';
import type { Frame } from '../signing/framedPage';
import { readClaimable, type Claimable } from './readClaimable';
import { findClaimed, takeClaim, type Claimed, type SentClaim } from './takeClaim';
import { takePageForms } from '../signing/takePageForms';

const formBytes = 64 * 1024,
  mostFields = 12,
  mostFiles = 3,
  longestMessage = 2000;
/** Claims from one address, and from all of them together, for one event. */
const limits = { of: 'claim', each: 12, all: 600, seconds: 900 } as const;

interface ClaimOptions {
  /** Requests that one address may make in a minute. */
  readonly mostLooks: number | false;
  readonly places: FilePlaces;
}
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly frame: Frame;
  readonly event: Claimable;
}
const frameOf = ({ translate }: ApiDeps, request: FastifyRequest, form: ClaimForm = noClaim): Frame => ({
  translate,
  language: pageLanguage(form.field('lng') || partOf(request.query, 'lng'), request.headers['accept-language']),
});
/** Programs of the site of the athletes ask for JSON; browsers get a page. */
const wantsJson = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('application/json');

/** Keeps the files of a claim; answers what is wrong with one that is not taken. */
const keepFiles = async (
  request: FastifyRequest,
  form: ClaimForm,
  event: Claimable,
  places: FilePlaces,
): Promise<readonly KeptFile[] | string> => {
  const kept: KeptFile[] = [];
  const by = { ...places, person: -event.eventid }; // nobody is signed in: the claims of an event share their part
  try {
    for (const file of form.files) kept.push(await keepFile(request, file, 'files', by, ['png', 'jpg', 'webp', 'pdf']));
    return kept;
  } catch (error) {
    await Promise.all(kept.map(({ drop }) => drop()));
    if (error instanceof DomainError && error.statusCode < 500) return error.code === 'TOO_LARGE' ? 'fileLarge' : 'fileKind';
    throw error;
  }
};

/** What is wrong with the fields themselves. */
const problemsIn = (form: ClaimForm): Problems => {
  const message = form.field('message');
  return {
    ...(form.field('who') === '' && { who: 'who' }),
    ...(!isOneOf(claimTypes, form.field('type')) && { type: 'choose' }),
    ...((message === '' || message.length > longestMessage) && { message: 'message' }),
    ...(!result_claims.fields.email.zod.safeParse(form.field('email')).success && { email: 'email' }),
  };
};

/** Takes what a form sent, or says what is missing with everything that was typed. */
const submit = async (asked: Asked, form: ClaimForm, deps: ApiDeps, places: FilePlaces): Promise<FastifyReply> => {
  const { request, reply, event, frame } = asked;
  const refuse = (problems: Problems, status = 400): FastifyReply =>
    wantsJson(request)
      ? reply.code(status).send({
          errors: Object.entries(problems).map(([path, problem]) => ({
            path,
            message: deps.translate(`claim.problems.${problem}`, frame.language),
          })),
        })
      : send(reply, claimPage(frame, event, form, problems), status);
  const problems = problemsIn(form);
  const type = form.field('type');
  if (Object.keys(problems).length > 0 || !isOneOf(claimTypes, type)) return refuse(problems);
  const distanceid = Number(form.field('distance')) || null;
  const found = await inSystemTransaction(deps, (tx) => findClaimed(tx, event, form.field('who'), distanceid));
  const [about, second] = found;
  if (!about) return refuse({ who: 'unknown' });
  if (second) return refuse({ distance: 'several' });
  const files = await keepFiles(request, form, event, places);
  if (typeof files === 'string') return refuse({ files });
  const sent: SentClaim = {
    who: form.field('who'),
    distanceid,
    type,
    message: form.field('message'),
    email: form.field('email').toLowerCase(),
    locale: frame.language,
    files,
  };
  return taken(asked, deps, sent, about);
};

const taken = async ({ request, reply, event, frame }: Asked, deps: ApiDeps, sent: SentClaim, about: Claimed): Promise<FastifyReply> => {
  const { due_at, isNew } = await withKept(sent.files, () =>
    inSystemTransaction(deps, (tx) => takeClaim(tx, event, sent, about), callOf(request)),
  );
  if (!isNew) await Promise.all(sent.files.map(({ drop }) => drop()));
  return wantsJson(request)
    ? reply.code(isNew ? 201 : 200).send({ due_at })
    : send(reply, takenPage(frame, event, due_at), isNew ? 201 : 200);
};

/** `/claim/:slug`: where athletes without an account object to a published result. It says nothing of anybody. */
export const claimRoutes = async (app: FastifyInstance, deps: ApiDeps, { mostLooks, places }: ClaimOptions): Promise<void> => {
  const guesses = createGuesses(deps.pool, limits);
  await guardPublic(app, mostLooks, 'same-origin'); // under no-referrer browsers post forms with "Origin: null"
  await takePageForms(app, {
    name: 'claims',
    formBytes,
    fields: mostFields,
    files: mostFiles,
    problem: (request, problem) => problemPage(frameOf(deps, request), problem),
  });
  for (const method of ['GET', 'POST'] as const)
    app.route<{ Params: { readonly slug: string } }>({
      method,
      url: '/claim/:slug',
      handler: async (request, reply) => {
        const event = await inSystemTransaction(deps, (tx) => readClaimable(tx, request.params.slug));
        if (!event) return send(reply, problemPage(frameOf(deps, request), 'unknown'), 404);
        if (event.standing !== 'open') return send(reply, closedPage(frameOf(deps, request), event), event.standing === 'over' ? 410 : 200);
        if (method === 'GET') return send(reply, claimPage(frameOf(deps, request), event, noClaim, {}));
        if (!(await guesses.attempt(event.slug, request.ip))) return send(reply, problemPage(frameOf(deps, request), 'tooMany'), 429);
        const form = await readClaim(request, places.silentMs);
        return submit({ request, reply, event, frame: frameOf(deps, request, form) }, form, deps, places);
      },
    });
};
