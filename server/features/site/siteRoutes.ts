import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keyIn, partOf, textIn } from '@/schema/unknown';
import { pageLanguage } from '../../auth/layout';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import type { Drawings } from '../../api/files/drawings';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { certificateFor, mayCertify } from '../certificates/issueCertificates';
import { drawCall, type PrintedCall } from '../raceCall/drawCall';
import { callPage, eventPage } from './eventPage';
import { createPageCache, encodingFor, isKnown, madePage, type MadePage } from './pageCache';
import { readSiteCall, readSiteDistances, readSiteEvent, readSiteSponsors, type SiteCall, type SiteEvent, type SiteSet } from './readSite';
import { readSeries, readSeriesLine, readSeriesLines, type Series } from './readSeries';
import { boardKey, seriesLinePage, seriesPage } from './seriesPage';
import { readSiteChoices, readSitePodium, readSiteResult, readSiteResults, type ResultSearch } from './readSiteResults';
import { pictureRoutes } from './pictureRoutes';
import { resultPage } from './resultPage';
import { resultsPage } from './resultsPage';
import { shareRoutes } from './shareRoutes';
import { missingPage, partsOf, styles, type Frame } from './siteFrame';
import { verifyRoutes } from './verifyRoutes';

const keptMs = 5_000,
  mostKept = 500,
  longestSearch = 80,
  mostPages = 2_000,
  minuteMs = 60_000;
/** No script runs on these pages; what examines a page from inside may read the robots.txt. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' https: data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Search engines may read all pages; those of links that only their owners have say for themselves that they are not listed. */
const robots = ['User-agent: *', 'Disallow: /v2/', 'Disallow: /api/auth/', ''].join('\n');

interface SiteOptions {
  readonly secret: string;
  readonly storages: ObjectStorages;
  readonly drawings: Drawings;
  readonly origin: string;
  /** Requests that one address may make in a minute; false where nothing is limited, and then no page is kept either. */
  readonly mostLooks: number | false;
}
type Made = Pick<MadePage, 'status' | 'html'>;
interface Asked {
  readonly Params: { readonly slug: string; readonly resultid?: string; readonly lineid?: string };
}
type Request = FastifyRequest<Asked>;

const queryOf = (request: FastifyRequest, name: string): string => (textIn(partOf(request.query, name)) ?? '').trim();
const asked = ['distance', 'board', 'q', 'gender', 'category', 'page'] as const;
/** The address of a page with only the parameters that it reads: others make no page of their own. */
const pathOf = (request: FastifyRequest): string => {
  const query = new URLSearchParams();
  for (const name of asked) if (queryOf(request, name)) query.set(name, queryOf(request, name).slice(0, longestSearch));
  const [path = ''] = request.url.split('?');
  return query.size > 0 ? `${path}?${query.toString()}` : path;
};
const frameOf = ({ translate }: ApiDeps, request: FastifyRequest, origin: string): Frame => ({
  translate,
  origin,
  language: pageLanguage(partOf(request.query, 'lang'), request.headers['accept-language']),
  path: pathOf(request),
});
/** A race call as it is printed, in its own language. */
const printedCall = (event: SiteEvent, { title, locale, revision, published_at, sections }: SiteCall): PrintedCall => ({
  locale: locale === 'en' ? 'en' : 'es',
  timezone: event.timezone,
  organization: event.organizer,
  contact: event.contact,
  event: (locale === 'en' && event.name.en) || event.name.es,
  title,
  revision,
  start_at: event.start_at,
  place: partsOf([event.venue, event.city, event.state]),
  published_at: published_at ?? event.start_at,
  sections,
});
/** The results that are asked for: those of a distance, or of the first one that has any. */
const setOf = ({ sets }: SiteEvent, distanceid: string): SiteSet | undefined =>
  sets.find((set) => String(set.distanceid) === distanceid) ?? sets[0];

const made = (html: string, status = 200): Made => ({ html, status });

const results = async (tx: Transaction, frame: Frame, event: SiteEvent, request: Request): Promise<Made> => {
  const set = setOf(event, queryOf(request, 'distance'));
  if (!set) return made(missingPage(frame), 404);
  const { result_setid } = set;
  const choices = await readSiteChoices(tx, result_setid);
  const among = (list: readonly string[], value: string): string => (list.includes(value) ? value : '');
  const search: ResultSearch = {
    result_setid,
    q: queryOf(request, 'q').slice(0, longestSearch),
    gender: among(choices.genders, queryOf(request, 'gender')),
    category: among(choices.categories, queryOf(request, 'category')),
    page: Math.min(mostPages, keyIn(queryOf(request, 'page')) ?? 1),
  };
  const { lines, total } = await readSiteResults(tx, search);
  const podium = await readSitePodium(tx, result_setid);
  return made(resultsPage(frame, { event, set, search, lines, total, podium, choices }));
};
/** A result of the published sets of an event. */
const publicResult = async (tx: Transaction, event: SiteEvent, resultid: number) => {
  for (const set of event.sets) {
    const result = await readSiteResult(tx, set.result_setid, resultid);
    if (result) return { set, result };
  }
  return null;
};
/** A published result by its address. */
const findResult = async (tx: Transaction, slug: string, id: string) => {
  const event = await readSiteEvent(tx, slug),
    resultid = keyIn(id);
  const found = event && resultid !== undefined ? await publicResult(tx, event, resultid) : null;
  return event && found ? { event, ...found } : null;
};
const result = async (tx: Transaction, frame: Frame, event: SiteEvent, request: Request): Promise<Made> => {
  const resultid = keyIn(request.params.resultid);
  const found = resultid === undefined ? null : await publicResult(tx, event, resultid);
  if (found) {
    const { set, result: each } = found;
    return made(
      resultPage(frame, { event, set, result: each, hasCertificate: each.name !== null && (await mayCertify(tx, each.resultid)) }),
    );
  }
  return made(missingPage(frame), 404);
};
const call = async (tx: Transaction, frame: Frame, event: SiteEvent): Promise<Made> => {
  const found = await readSiteCall(tx, event.eventid, frame.language);
  return found ? made(callPage(frame, event, found)) : made(missingPage(frame), 404);
};
const seriesHome = async (tx: Transaction, frame: Frame, series: Series, request: Request): Promise<Made> => {
  const board = series.boards.find((each) => boardKey(each) === queryOf(request, 'board')) ?? series.boards[0];
  if (!board) return made(missingPage(frame), 404);
  const search = { q: queryOf(request, 'q').slice(0, longestSearch), page: Math.min(mostPages, keyIn(queryOf(request, 'page')) ?? 1) };
  return made(seriesPage(frame, { series, board, ...search, ...(await readSeriesLines(tx, series, board, search)) }));
};
const seriesLine = async (tx: Transaction, frame: Frame, series: Series, request: Request): Promise<Made> => {
  const lineid = keyIn(request.params.lineid);
  const line = lineid === undefined ? undefined : await readSeriesLine(tx, series, lineid);
  return line ? made(seriesLinePage(frame, series, line)) : made(missingPage(frame), 404);
};
const home = async (tx: Transaction, frame: Frame, event: SiteEvent): Promise<Made> => {
  const [distances, sponsors] = [await readSiteDistances(tx, event.eventid), await readSiteSponsors(tx, event.eventid)];
  return made(eventPage(frame, { event, distances, sponsors }));
};

/** The race call as a file. */
const callFile = (app: FastifyInstance, deps: ApiDeps, origin: string): void => {
  app.get<{ Params: { readonly slug: string } }>('/e/:slug/call.pdf', async (request, reply) => {
    const frame = frameOf(deps, request, origin);
    const printed = await inSystemTransaction(deps, async (tx) => {
      const event = await readSiteEvent(tx, request.params.slug);
      const found = event && (await readSiteCall(tx, event.eventid, frame.language));
      return event && found ? printedCall(event, found) : null;
    });
    if (!printed)
      return reply.code(404).type('text/html; charset=utf-8').header('content-security-policy', policy).send(missingPage(frame));
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${request.params.slug}.pdf"`)
      .header('cache-control', 'public, max-age=60')
      .header('vary', 'accept-language')
      .header('x-content-type-options', 'nosniff')
      .send(await drawCall(printed));
  });
};

/** Sends what was made, compressed where the browser takes it so. */
const sendBody = async (request: FastifyRequest, reply: FastifyReply, { body }: MadePage): Promise<FastifyReply> => {
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await body(encoding));
};
const send = async (request: FastifyRequest, reply: FastifyReply, page: MadePage): Promise<FastifyReply> => {
  const { status, etag } = page;
  reply
    .code(status)
    .header('cache-control', status === 200 ? 'public, max-age=15, stale-while-revalidate=300' : 'no-store')
    .header('vary', 'accept-language, accept-encoding')
    .header('etag', etag)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'strict-origin-when-cross-origin');
  if (status === 200 && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return sendBody(request, reply.type('text/html; charset=utf-8'), page);
};

/**
 * `/e/:slug`: the public pages of an event, and `/s/:slug`: those of a serial. They need no script and no sign-in, say no contact data of anybody, and are the same for
 * everybody, so that a CDN may keep them.
 */
export const siteRoutes = async (
  app: FastifyInstance,
  deps: ApiDeps,
  { origin, secret, storages, drawings, mostLooks }: SiteOptions,
): Promise<void> => {
  const kept = createPageCache({ keptMs: mostLooks === false ? 0 : keptMs, most: mostKept });
  if (mostLooks !== false)
    await app.register(rateLimit, {
      max: mostLooks,
      timeWindow: minuteMs,
      keyGenerator: (request) => request.ip,
      errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
    });
  const sheet = madePage({ status: 200, html: styles.text });
  app.get(styles.address, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept-encoding').type('text/css; charset=utf-8');
    return sendBody(request, reply, sheet);
  });
  const pages = <T>(
    read: (tx: Transaction, slug: string) => Promise<T | null | undefined>,
    each: Readonly<Record<string, (tx: Transaction, frame: Frame, of: T, request: Request) => Promise<Made>>>,
  ): void => {
    for (const [url, make] of Object.entries(each))
      app.get<Asked>(url, async (request, reply) => {
        const frame = frameOf(deps, request, origin);
        const answer = await kept(`${frame.language} ${frame.path}`, () =>
          inSystemTransaction(deps, async (tx) => {
            const of = await read(tx, request.params.slug);
            return of ? make(tx, frame, of, request) : made(missingPage(frame), 404);
          }),
        );
        return send(request, reply, answer);
      });
  };
  pages(readSiteEvent, {
    '/e/:slug': home,
    '/e/:slug/results': results,
    '/e/:slug/results/:resultid': result,
    '/e/:slug/call': call,
  });
  pages(readSeries, { '/s/:slug': seriesHome, '/s/:slug/:lineid': seriesLine });
  callFile(app, deps, origin);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, (_request, _body, done) =>
    done(null, {}),
  );
  app.post<{ Params: { readonly slug: string; readonly resultid: string } }>(
    '/e/:slug/results/:resultid/certificate',
    async (request, reply) => {
      const frame = frameOf(deps, request, origin);
      const serial = await inSystemTransaction(deps, async (tx) => {
        const found = await findResult(tx, request.params.slug, request.params.resultid);
        return found && found.result.name !== null ? certificateFor(tx, found.result.resultid) : null;
      });
      if (serial === null)
        return reply.code(404).type('text/html; charset=utf-8').header('content-security-policy', policy).send(missingPage(frame));
      return reply.code(303).header('location', `/verify/${serial}?lang=${frame.language}`).send();
    },
  );
  shareRoutes(app, deps, {
    frameOf: (request) => frameOf(deps, request, origin),
    find: findResult,
    policy,
    storages,
    drawings,
  });
  pictureRoutes(app, deps, { storages, drawings });
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8').send(robots),
  );
  verifyRoutes(app, deps, { frameOf: (request) => frameOf(deps, request, origin), policy, storages, secret });
};
