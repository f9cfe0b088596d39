import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { DomainError, notFound } from '../../kernel/DomainError';
import { keepFile, reached, withKept, type FilePlaces } from './keepFile';
import { readable } from './readable';
import { isPicture, kindOfMime } from './recogniseFile';
import { inTransaction } from '../../kernel/transaction';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { runnerOf } from '../../kernel/runnerOf';
import { type Selected, pick, selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const longestId = 80;

const u = columnsOf(uploads);
const stored = pick(u, 'mime', 'bytes', 'storage', 'name');
type Stored = Selected<typeof stored>;
/** Pictures are shown; everything else is only downloaded, so that nothing in a file runs as a page of this site. */
const serve = (reply: FastifyReply, { mime, bytes, name }: Stored, data: Readable, id: string): FastifyReply => {
  const kind = kindOfMime(mime);
  const saved =
    kind && isPicture(kind)
      ? reply.header('cache-control', 'public, max-age=31536000, immutable')
      : reply
          .header('cache-control', 'private, max-age=3600')
          .header('x-robots-tag', 'noindex')
          .header('content-disposition', `attachment; filename="${id}"; filename*=UTF-8''${encodeURIComponent(name || id)}`);
  return saved
    .type(mime)
    .header('content-length', bytes)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(data);
};

/** `/api/upload`: receives files by multipart and serves each at a random address that never changes. */
export const uploadRoutes = (app: FastifyInstance, deps: ApiDeps, places: FilePlaces): void => {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fileSize: Math.max(...Object.values(places.limits)), fields: 4 } });

    scope.post('/api/upload', async (request, reply) => {
      const call = callOf(request);
      const person = await inTransaction(deps, call, 'read', async ({ userid }) => Number(userid)); // only signed-in people may make the server draw a picture
      if (!request.isMultipart()) throw new DomainError('FILE_MISSING');
      const file = await keepFile(request, await readable(request, places.silentMs, () => request.file()), 'file', { ...places, person });
      await withKept([file], () => inTransaction(deps, call, 'write', file.note));
      const { url, name, type, size, width, height } = file;
      return reply.code(201).send({ url, name, type, size, bytes: size, ...(width && { width, height }) });
    });

    scope.get<{ Params: { readonly id: string } }>('/api/upload/:id', async (request, reply) => {
      const id = request.params.id.slice(0, longestId);
      const found = await selectOne(runnerOf(deps.pool), stored, sql`from ${u} where ${u.uploadid} = ${id} and ${u.dropped_at} is null`);
      if (!found) throw notFound();
      const data = await reached(request, 'file', () => {
        const storage = places.storages.named(found.storage);
        if (!storage) throw new Error(`no object storage is called "${found.storage}"`);
        return storage.get(id);
      });
      if (!data) throw notFound();
      return serve(reply, found, data, id);
    });
  });
};
