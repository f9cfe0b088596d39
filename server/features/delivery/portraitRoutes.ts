import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { events } from '@/resources/events/events';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { can } from '@/schema/project/access';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { createPictures } from '../../api/files/createPictures';
import { createDrawings } from '../../api/files/drawings';
import { readUpload, uploadIn } from '../../api/files/readUpload';
import { reaches } from '../../api/list/visible';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { forbidden, notFound } from '../../kernel/DomainError';
import { runnerOf } from '../../kernel/runnerOf';
import { inTransaction } from '../../kernel/transaction';
import { readPhoto } from './readPeople';

/** Pixels: twice the place that it has on the card of a desk. Some 6 KB. */
const size = { width: 192, height: 240, fit: 'cover', position: 'attention' } as const;
const quality = 55,
  mostKept = 1000;

/** The photograph of the person of a registration, as small as the card of a desk shows it, for devices that keep it for the time without a network. */
export const portraitRoutes = (app: FastifyInstance, deps: ApiDeps, { storages }: { readonly storages: ObjectStorages }): void => {
  // A queue of their own: fifty desks that fetch thousands of pictures must not delay what people upload.
  const pictureOf = createPictures(createDrawings(), mostKept);
  app.get(`/v2/${kit_deliveries.service}/${kit_deliveries.name}/portraits/:id`, { config: { givesFile: true } }, async (request, reply) => {
    const photo = await inTransaction(deps, callOf(request), 'read', async (tx) => {
      if (!can(tx.grants, 'list_people', kit_deliveries)) throw forbidden();
      const found = await readPhoto(tx, keyOf(request));
      if (!found || !(await reaches(tx, events, found.eventid, 'show'))) throw notFound();
      return found.photo;
    });
    const id = photo === null ? undefined : uploadIn(photo);
    if (id === undefined) throw notFound();
    const drawn = await pictureOf(id, async () => {
      const data = await readUpload({ runner: runnerOf(deps.pool), storages }, id);
      if (!data) throw notFound();
      return sharp(data).resize(size).webp({ quality }).toBuffer();
    });
    return reply
      .type('image/webp')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(drawn);
  });
};
