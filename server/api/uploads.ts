import { randomBytes } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { ApiDeps } from './ApiDeps';
import { callOf } from './callOf';
import { DomainError, invalid, notFound } from './DomainError';
import { inTransaction } from './transaction';

interface Picture { readonly extension: string; readonly mime: string; readonly data: Buffer; readonly width: number; readonly height: number }

const idBytes = 18, mostPixels = 40_000_000, longestSide = 4000, quality = 85;
const formats: Readonly<Record<string, { readonly format: 'png' | 'jpeg' | 'webp'; readonly extension: string }>> = {
  'image/png': { format: 'png', extension: 'png' }, 'image/jpeg': { format: 'jpeg', extension: 'jpg' }, 'image/webp': { format: 'webp', extension: 'webp' },
};

/** Draws a picture anew: what it really is decides, and nothing but its pixels is kept. */
const encodeAgain = async (sent: Buffer): Promise<Picture> => {
  const sniffed = await fileTypeFromBuffer(sent);
  const as = formats[sniffed?.mime ?? ''];
  if (!sniffed || !as) throw new DomainError(415, 'errors.fileType', { errors: [{ path: 'file', message: 'errors.fileType' }] });
  try {
    const drawn = sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' }).rotate().resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await drawn.toFormat(as.format, { quality }).toBuffer({ resolveWithObject: true });
    return { extension: as.extension, mime: sniffed.mime, data, width: info.width, height: info.height };
  } catch {
    throw invalid([{ path: 'file', message: 'errors.fileBroken' }]);
  }
};

const sentFile = async (request: FastifyRequest): Promise<Buffer> => {
  if (!request.isMultipart()) throw new DomainError(415, 'errors.fileMissing');
  const part = await request.file();
  if (!part) throw invalid([{ path: 'file', message: 'errors.fileMissing' }]);
  const data = await part.toBuffer(); // throws 413 beyond the limit
  if (data.length === 0) throw invalid([{ path: 'file', message: 'errors.fileMissing' }]);
  return data;
};

/** `/api/upload`: pictures in by multipart, out under an address that never changes. */
export const uploadRoutes = (app: FastifyInstance, deps: ApiDeps, maxBytes: number): void => {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fileSize: maxBytes, fields: 4 } });

    scope.post('/api/upload', async (request, reply) => {
      const call = callOf(request);
      await inTransaction(deps, call, 'read', async () => undefined); // nobody unknown makes the server draw
      const picture = await encodeAgain(await sentFile(request));
      const id = `${randomBytes(idBytes).toString('base64url')}.${picture.extension}`;
      await inTransaction(deps, call, 'write', (tx) =>
        tx.run('insert into uploads (uploadid, mime, bytes, data, width, height, organizationid, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)',
          [id, picture.mime, picture.data.length, picture.data, picture.width, picture.height, tx.grants.organizationid, tx.userid]));
      return reply.code(201).send({ url: `/api/upload/${id}`, width: picture.width, height: picture.height, bytes: picture.data.length });
    });

    scope.get<{ Params: { readonly id: string } }>('/api/upload/:id', async (request, reply) => {
      const { rows } = await deps.pool.query<{ mime: string; data: Buffer }>('select mime, data from uploads where uploadid = $1', [request.params.id.slice(0, 80)]);
      const found = rows[0];
      if (!found) throw notFound();
      return reply.type(found.mime).header('cache-control', 'public, max-age=31536000, immutable').header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox").header('cross-origin-resource-policy', 'cross-origin').send(found.data);
    });
  });
};
