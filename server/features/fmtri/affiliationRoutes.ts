import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fmtri_affiliations } from '@/resources/fmtri_affiliations/fmtri_affiliations';
import { partOf } from '@/schema/unknown';
import { testCards } from '../../adapters/paymentGateway/localCards';
import { isLocalGateway } from '../../adapters/paymentGateway/localGateway';
import type { PaymentGateway } from '../../adapters/paymentGateway/PaymentGateway';
import { keepFile, withKept, type FilePlaces, type KeptFile } from '../../api/files/keepFile';
import { readStored } from '../../api/list/stored';
import { pageLanguage } from '../../auth/layout';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { DomainError } from '../../kernel/DomainError';
import { guardPublic } from '../../kernel/guardPublic';
import { runnerOf } from '../../kernel/runnerOf';
import { inSystemTransaction } from '../../kernel/transaction';
import { pictureAt } from '../certificates/readLayout';
import { noForm, send } from '../signing/answers';
import { readForm, type SignForm } from '../signing/SignForm';
import { affiliationPath, readAffiliationToken } from './affiliationLinks';
import { athletePage, checkPage, payPage, problemPage, type Happened } from './affiliationPages';
import type { Frame } from '../signing/framedPage';
import { openAffiliationCharge } from './chargeAffiliations';
import { drawCard } from './drawCard';
import { readAffiliationPage, type AffiliationPage } from './readAffiliationPage';
import { takePaper } from './reviewPapers';
import { takeAffiliationReport } from './settleAffiliationCharge';
import { takePageForms } from '../signing/takePageForms';

const formBytes = 16 * 1024,
  mostFields = 4;

interface AffiliationOptions {
  readonly secret: string;
  /** The address under which browsers reach the server. */
  readonly origin: string;
  /** Requests that one address may make in a minute. */
  readonly mostLooks: number | false;
  readonly places: FilePlaces;
  readonly gateway: PaymentGateway | null;
}
interface Params {
  readonly Params: { readonly token: string };
}
interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly frame: Frame;
  readonly form: SignForm;
  readonly page: AffiliationPage;
  readonly path: string;
}

const frameOf = ({ translate }: ApiDeps, request: FastifyRequest, form: SignForm = noForm): Frame => ({
  translate,
  language: pageLanguage(form.field('lng') || partOf(request.query, 'lng'), request.headers['accept-language']),
});

/** Keeps a paper that an athlete sent; answers what happened. */
const sendPaper = async ({ request, form, page }: Asked, deps: ApiDeps, places: FilePlaces): Promise<Happened> => {
  if (!form.file) return 'fileMissing';
  let file: KeptFile;
  try {
    const by = { ...places, person: -page.affiliationid }; // nobody is signed in: each affiliation has its own share
    file = await keepFile(request, form.file, 'file', by, ['png', 'jpg', 'webp', 'pdf']);
  } catch (error) {
    if (error instanceof DomainError && error.statusCode < 500) return error.code === 'TOO_LARGE' ? 'fileLarge' : 'fileKind';
    throw error;
  }
  const isTaken = await withKept([file], () =>
    inSystemTransaction(deps, (tx) => takePaper(tx, page.affiliationid, form.field('paper'), file), callOf(request)),
  );
  if (!isTaken) await file.drop();
  return isTaken ? 'sent' : 'notWanted';
};

const isTestCard = (value: string): value is keyof typeof testCards => Object.hasOwn(testCards, value);
/** Pays with a test card, where the installation has no other gateway; it reports as another gateway would. */
const payLocally = async (deps: ApiDeps, gateway: PaymentGateway, affiliationid: number, card: string): Promise<Happened | null> => {
  if (!isLocalGateway(gateway) || !isTestCard(card)) return null;
  const row = await inSystemTransaction(deps, (tx) => readStored(tx, fmtri_affiliations, affiliationid));
  if (!row?.provider_ref) return null;
  const { code } = testCards[card];
  if (code === null) await gateway.capture(row.provider_ref);
  const report = {
    id: row.provider_ref,
    amount_cents: row.price_cents,
    currency: 'MXN',
    type: code === null ? 'paid' : 'declined',
  } as const;
  await inSystemTransaction(deps, (tx) => takeAffiliationReport(tx, gateway.name, { ...report, decline_code: code }));
  return code === null ? 'paid' : 'declined';
};

/** The routes of the page of an athlete: the affiliation is found before anything of a body is read. */
const athleteRoutes = (app: FastifyInstance, deps: ApiDeps, { secret, origin, places, gateway }: AffiliationOptions): void => {
  const route = (method: 'GET' | 'POST', part: string, answer: (asked: Asked) => Promise<FastifyReply>): void =>
    void app.route<Params>({
      method,
      url: `/affiliation/:token${part}`,
      handler: async (request, reply) => {
        const id = readAffiliationToken(secret, 'page', request.params.token);
        const page = id === null ? null : await inSystemTransaction(deps, (tx) => readAffiliationPage(tx, id));
        if (!page) return send(reply, problemPage(frameOf(deps, request), 'unknown'), 404);
        const form = method === 'POST' ? await readForm(request, places.silentMs) : noForm;
        const path = affiliationPath(secret, 'page', page.affiliationid);
        return answer({ request, reply, form, page, path, frame: frameOf(deps, request, form) });
      },
    });
  const show = async ({ reply, frame, page: { affiliationid }, path }: Asked, happened?: Happened, status = 200): Promise<FastifyReply> => {
    const page = await inSystemTransaction(deps, (tx) => readAffiliationPage(tx, affiliationid));
    if (!page) return send(reply, problemPage(frame, 'unknown'), 404);
    const check = affiliationPath(secret, 'card', affiliationid);
    return send(reply, athletePage(frame, { page, path, check, pays: gateway !== null, happened }), status);
  };
  route('GET', '', (asked) => show(asked));
  route('POST', '/papers', async (asked) => {
    const happened = await sendPaper(asked, deps, places);
    return show(asked, happened, happened === 'sent' ? 200 : happened === 'notWanted' ? 409 : 400);
  });
  route('POST', '/pay', async (asked) => {
    const { reply, frame, form, page, path } = asked;
    const opened = gateway && (await openAffiliationCharge(deps, gateway, page.affiliationid));
    if (!gateway || !opened) return send(reply, problemPage(frame, 'noPayment'), 409);
    const paid = await payLocally(deps, gateway, page.affiliationid, form.field('card'));
    if (paid) return show(asked, paid, paid === 'paid' ? 200 : 402);
    return send(reply, payPage(frame, { page, path, opened, isLocal: isLocalGateway(gateway) }));
  });
  route('GET', '/card.pdf', async ({ reply, frame, page }) => {
    if (page.status !== 'active') return send(reply, problemPage(frame, 'unknown'), 404);
    const photo = page.photo ? await pictureAt({ runner: runnerOf(deps.pool), storages: places.storages }, page.photo) : null;
    const address = `${origin}${affiliationPath(secret, 'card', page.affiliationid)}`;
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="FMTRI-${page.number ?? ''}.pdf"`)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(await drawCard({ page, locale: frame.language, photo, address }));
  });
};

/** `/affiliation/:token`, where an athlete pays and sends papers, and `/credential/:token`, where anybody checks a card. No page needs a script. */
export const affiliationRoutes = async (app: FastifyInstance, deps: ApiDeps, options: AffiliationOptions): Promise<void> => {
  await guardPublic(app, options.mostLooks, 'same-origin'); // under no-referrer browsers post forms with "Origin: null"
  await takePageForms(app, {
    name: 'affiliations',
    formBytes,
    fields: mostFields,
    files: 1,
    problem: (request, problem) => problemPage(frameOf(deps, request), problem),
  });
  athleteRoutes(app, deps, options);
  app.get<Params>('/credential/:token', async (request, reply) => {
    const frame = frameOf(deps, request),
      id = readAffiliationToken(options.secret, 'card', request.params.token);
    const page = id === null ? null : await inSystemTransaction(deps, (tx) => readAffiliationPage(tx, id));
    return page ? send(reply, checkPage(frame, page)) : send(reply, problemPage(frame, 'unknown'), 404);
  });
};
