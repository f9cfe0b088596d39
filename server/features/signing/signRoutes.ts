import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FilePlaces } from '../../api/files/keepFile';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { guardPublic } from '../../kernel/guardPublic';
import { createGuesses } from '../../kernel/guesses';
import { inSystemTransaction } from '../../kernel/transaction';
import { createVisits } from '../../kernel/visits';
import { learnSigning, readToken } from '../signLinks/signLinks';
import { aboutOf, ask, createAnswers, frameOf, isOpen, noForm, send, showStanding, type Asked } from './answers';
import { isPerson } from './isPerson';
import { readSigning } from './readSigning';
import { signAssets } from './signAssets';
import { readForm } from './SignForm';
import { problemPage } from './signPages';
import { copyOf, textMark } from './signWaiver';
import { submitted } from './submitted';
import { takePageForms } from './takePageForms';

const visitMs = 120 * 60_000,
  formBytes = 512 * 1024,
  mostFields = 20;
/** Guesses at folio and birth date: few from one address, and not many more from all of them. */
const guessing = { of: 'sign', each: 10, all: 50, seconds: 900 } as const;

interface SignOptions {
  readonly secret: string;
  /** The address under which browsers reach the server. */
  readonly origin: string;
  /** Requests that one address may make in a minute. */
  readonly mostLooks: number | false;
  readonly places: FilePlaces;
}

type Route = (method: 'GET' | 'POST', part: string, answer: (asked: Asked) => Promise<FastifyReply> | FastifyReply) => void;
/** Adds a route of a link: the registration is found before anything of a body is read. */
const routesOf =
  (app: FastifyInstance, deps: ApiDeps, { secret, places }: SignOptions): Route =>
  (method, part, answer) =>
    void app.route<{ Params: { readonly token: string } }>({
      method,
      url: `/sign/:token${part}`,
      handler: async (request, reply) => {
        const { token } = request.params,
          inscriptionid = readToken(secret, token);
        const signing = inscriptionid === null ? null : await inSystemTransaction(deps, (tx) => readSigning(tx, inscriptionid));
        if (!signing) return send(reply, problemPage(frameOf(deps.translate, request, noForm), 'unknown'), 404);
        const form = method === 'POST' ? await readForm(request, places.silentMs) : noForm;
        return answer({ request, reply, form, signing, frame: frameOf(deps.translate, request, form, `/sign/${token}`) });
      },
    });

/** `/sign/:token`: where athletes without an account sign their waiver. Every answer is a page with a sentence and a way on. */
export const signRoutes = async (app: FastifyInstance, deps: ApiDeps, options: SignOptions): Promise<void> => {
  const { secret, origin, mostLooks, places } = options;
  learnSigning(deps.registry, { secret, origin });
  const guesses = createGuesses(deps.pool, guessing),
    visits = createVisits(secret, 'visit to sign a waiver', visitMs),
    answers = createAnswers(visits);
  await guardPublic(app, mostLooks, 'same-origin'); // under no-referrer browsers post forms with "Origin: null"
  await takePageForms(app, {
    name: 'signing',
    formBytes,
    fields: mostFields,
    files: 1,
    problem: (request, problem) => problemPage(frameOf(deps.translate, request, noForm), problem),
  });
  signAssets(app);
  const route = routesOf(app, deps, options);
  const isVisiting = ({ signing, form }: Asked): boolean => visits.isOpen(aboutOf(signing), form.field('visit'));

  route('GET', '', (asked) => (isOpen(asked.signing.standing) ? ask(asked) : showStanding(asked)));
  route('POST', '/identify', async (asked) => {
    const { request, signing, form } = asked,
      folio = form.field('folio');
    if (!isOpen(signing.standing)) return showStanding(asked);
    if (!(await guesses.attempt(aboutOf(signing), request.ip))) return ask(asked, 'tooMany', folio);
    if (!isPerson(signing, folio, form.field('birth_date'))) return ask(asked, 'wrong', folio);
    await guesses.forgive(aboutOf(signing), request.ip);
    if (signing.standing === 'signed' || !signing.text) return answers.showSigned(asked, signing);
    return answers.showText(asked, signing.text, { form: null, problems: {} });
  });
  route('POST', '', (asked) => {
    const { form, signing } = asked,
      { text, standing } = signing;
    if (!isOpen(standing)) return showStanding(asked);
    if (!isVisiting(asked)) return ask(asked, 'late');
    if (standing === 'signed' || !text) return answers.showSigned(asked, signing);
    if (form.field('do') !== 'sign') return answers.showText(asked, text, { form, problems: {} });
    if (form.field('text') !== textMark(text)) return answers.showText(asked, text, { form, problems: {}, hasChanged: true }, 409);
    return submitted(asked, text, { deps, places, answers });
  });
  route('POST', '/copy', async (asked) => {
    const { request, reply, signing } = asked;
    if (!isVisiting(asked)) return ask(asked, 'late');
    if (signing.standing !== 'signed') return showStanding(asked);
    const { file, data } = await inSystemTransaction(deps, (tx) => copyOf(tx, signing.inscriptionid), callOf(request));
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${file}"`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(data);
  });
};
