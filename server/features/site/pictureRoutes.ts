import type { FastifyInstance } from 'fastify';
import sharp, { type ResizeOptions } from 'sharp';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import type { Drawings } from '../../api/files/drawings';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { notFound } from '../../kernel/DomainError';
import { runnerOf } from '../../kernel/runnerOf';
import { inSystemTransaction } from '../../kernel/transaction';
import { uploadIn } from '../../api/files/readUpload';
import { pictureAt } from '../certificates/readLayout';
import { createPictures } from '../../api/files/createPictures';
import { readSiteEvent, readSiteSponsors } from './readSite';

interface PictureOptions {
  readonly storages: ObjectStorages;
  readonly drawings: Drawings;
}
interface Kind {
  readonly size: ResizeOptions;
  /** A page with its pictures fits the first load of a phone. */
  readonly mostBytes: number;
}
const kib = 1024,
  mostKept = 200;
const kinds = {
  cover: { size: { width: 1200, height: 400, fit: 'cover' }, mostBytes: 36 * kib },
  logo: { size: { width: 320, height: 160, fit: 'inside', withoutEnlargement: true }, mostBytes: 8 * kib },
} as const satisfies Readonly<Record<string, Kind>>;
const qualities = [70, 50, 35, 20, 8] as const;

/** A picture in the best quality that stays below its bytes, or in the lowest where none does. */
const drawSmall = async (data: Buffer, { size, mostBytes }: Kind): Promise<Buffer> => {
  const sized = await sharp(data).resize(size).png().toBuffer();
  let drawn = sized;
  for (const quality of qualities) {
    drawn = await sharp(sized).webp({ quality, effort: 5 }).toBuffer();
    if (drawn.length <= mostBytes) break;
  }
  return drawn;
};

/** `/e/:slug/pictures/:id`: the cover of an event and the marks of its sponsors, as small as their places on the pages; nothing else that was uploaded. */
export const pictureRoutes = (app: FastifyInstance, deps: ApiDeps, { storages, drawings }: PictureOptions): void => {
  const pictureOf = createPictures(drawings, mostKept);
  app.get<{ Params: { readonly slug: string; readonly id: string } }>('/e/:slug/pictures/:id', async (request, reply) => {
    const { slug, id } = request.params;
    const found = await inSystemTransaction(deps, async (tx) => {
      const event = await readSiteEvent(tx, slug);
      if (!event) return null;
      if (event.cover && uploadIn(event.cover) === id) return { kind: kinds.cover, address: event.cover };
      const { logo } = (await readSiteSponsors(tx, event.eventid)).find((each) => each.logo && uploadIn(each.logo) === id) ?? {};
      return logo ? { kind: kinds.logo, address: logo } : null;
    });
    if (!found) throw notFound();
    const etag = `"${id}"`; // what is under an address never changes
    reply
      .header('cache-control', 'public, max-age=86400, stale-while-revalidate=604800')
      .header('etag', etag)
      .header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const picture = await pictureOf(`${found.kind.mostBytes} ${id}`, async () => {
      const data = await pictureAt({ runner: runnerOf(deps.pool), storages }, found.address);
      if (!data) throw notFound();
      return drawSmall(data, found.kind);
    });
    return reply.type('image/webp').header('content-security-policy', "default-src 'none'; sandbox").send(picture);
  });
};
