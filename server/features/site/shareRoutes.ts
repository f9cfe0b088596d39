import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import type { Drawings } from '../../api/files/drawings';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { runnerOf } from '../../kernel/runnerOf';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { pictureAt } from '../certificates/readLayout';
import { createPictures } from '../../api/files/createPictures';
import { drawShare, type Shared } from './drawShare';
import type { SiteEvent, SiteSet } from './readSite';
import type { SiteResult } from './readSiteResults';
import { sharedOf } from './resultPage';
import { missingPage, type Frame } from './siteFrame';

const mostKept = 100,
  markLength = 22;

interface ShareOptions {
  readonly frameOf: (request: FastifyRequest) => Frame;
  /** The result of an address, where it is published. */
  readonly find: (tx: Transaction, slug: string, resultid: string) => Promise<Found | null>;
  readonly policy: string;
  readonly storages: ObjectStorages;
  readonly drawings: Drawings;
}
export interface Found {
  readonly event: SiteEvent;
  readonly set: SiteSet;
  readonly result: SiteResult;
}
const markOf = (shared: Shared, cover: string | null): string =>
  `"${createHash('sha256')
    .update(JSON.stringify([shared, cover]))
    .digest('base64url')
    .slice(0, markLength)}"`;

/** `/e/:slug/results/:resultid/share.png`: what networks show of a result. It is drawn in the queue of uploads, and only when somebody has not got it yet. */
export const shareRoutes = (app: FastifyInstance, deps: ApiDeps, { frameOf, find, policy, storages, drawings }: ShareOptions): void => {
  const pictureOf = createPictures(drawings, mostKept);
  app.get<{ Params: { readonly slug: string; readonly resultid: string } }>(
    '/e/:slug/results/:resultid/share.png',
    async (request, reply) => {
      const frame = frameOf(request);
      const found = await inSystemTransaction(deps, (tx) => find(tx, request.params.slug, request.params.resultid));
      if (!found)
        return reply.code(404).type('text/html; charset=utf-8').header('content-security-policy', policy).send(missingPage(frame));
      const { cover } = found.event;
      const shared = sharedOf(frame, found),
        etag = markOf(shared, cover);
      reply
        .header('cache-control', 'public, max-age=60, stale-while-revalidate=300')
        .header('vary', 'accept-language')
        .header('etag', etag)
        .header('x-content-type-options', 'nosniff');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const picture = await pictureOf(etag, async () =>
        drawShare(shared, cover ? await pictureAt({ runner: runnerOf(deps.pool), storages }, cover) : null),
      );
      return reply.type('image/png').header('content-security-policy', "default-src 'none'; sandbox").send(picture);
    },
  );
};
