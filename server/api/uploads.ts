import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { FileKind } from '@/schema';
import type { ObjectStorage, ObjectStorages } from '../adapters/objectStorage/ObjectStorage';
import type { ApiDeps } from './ApiDeps';
import { callOf } from './callOf';
import { DomainError, invalid, notFound } from './DomainError';
import { isPicture, kindOfMime, mimeOf, recogniseFile } from './recogniseFile';
import { inTransaction } from './transaction';

interface Sent { readonly data: Buffer; readonly name: string }
interface Kept { readonly data: Buffer; readonly width?: number; readonly height?: number }
/** Most bytes of a picture, and of any other file. */
export interface UploadLimits { readonly pictures: number; readonly files: number }

const idBytes = 18, mostPixels = 40_000_000, longestSide = 4000, quality = 85, longestName = 200, longestId = 80;
const formats = { png: 'png', jpg: 'jpeg', webp: 'webp' } as const;

const tooLarge = (): DomainError => new DomainError(413, 'errors.tooLarge', { errors: [{ path: 'file', message: 'errors.tooLarge' }] });

/** Draws a picture anew: nothing but its pixels is kept. */
const encodeAgain = async (sent: Buffer, kind: keyof typeof formats): Promise<Kept> => {
  try {
    const drawn = sharp(sent, { limitInputPixels: mostPixels, failOn: 'error' }).rotate().resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await drawn.toFormat(formats[kind], { quality }).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw invalid([{ path: 'file', message: 'errors.fileBroken' }]);
  }
};

const judged = async ({ data, name }: Sent, limits: UploadLimits): Promise<Kept & { readonly kind: FileKind }> => {
  const kind = await recogniseFile(data, name);
  if (data.length > (kind && !isPicture(kind) ? limits.files : limits.pictures)) throw tooLarge();
  if (!kind) throw new DomainError(415, 'errors.fileType', { errors: [{ path: 'file', message: 'errors.fileType' }] });
  return { kind, ...(kind in formats ? await encodeAgain(data, kind as keyof typeof formats) : { data }) };
};

/** A name without folders nor what could break a header, for whoever saves the file. */
const plainName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}"<>:|?*]/gu, '').trim().slice(-longestName);

const sentFile = async (request: FastifyRequest): Promise<Sent> => {
  if (!request.isMultipart()) throw new DomainError(415, 'errors.fileMissing');
  const part = await request.file();
  if (!part) throw invalid([{ path: 'file', message: 'errors.fileMissing' }]);
  const data = await part.toBuffer(); // throws 413 beyond the limit
  if (data.length === 0) throw invalid([{ path: 'file', message: 'errors.fileMissing' }]);
  return { data, name: plainName(part.filename) };
};

interface Stored { readonly mime: string; readonly bytes: number; readonly storage: string; readonly name: string | null }
/** Pictures are shown; everything else is only saved, so that nothing in it ever runs as a page of ours. */
const serve = (reply: FastifyReply, { mime, bytes, name }: Stored, data: Readable, id: string): FastifyReply => {
  const kind = kindOfMime(mime);
  const saved = kind && isPicture(kind) ? reply.header('cache-control', 'public, max-age=31536000, immutable')
    : reply.header('cache-control', 'private, max-age=3600').header('x-robots-tag', 'noindex').header('content-disposition', `attachment; filename="${id}"; filename*=UTF-8''${encodeURIComponent(name || id)}`);
  return saved.type(mime).header('content-length', bytes).header('x-content-type-options', 'nosniff').header('content-security-policy', "default-src 'none'; sandbox").header('cross-origin-resource-policy', 'cross-origin').send(data);
};

/** Reaches the storage; that it fails is told to the person in words and to the log in full. */
const reached = async <T>({ log }: FastifyRequest, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, 'the object storage failed');
    throw new DomainError(503, 'errors.storageAway', { errors: [{ path: 'file', message: 'errors.storageAway' }] });
  }
};

/** Writes down a file whose bytes are kept already; when that fails nobody will ever ask for them. */
const kept = async (request: FastifyRequest, storage: ObjectStorage, key: string, write: () => Promise<unknown>): Promise<void> => {
  try {
    await write();
  } catch (error) {
    await storage.remove(key).catch((left: unknown) => request.log.error({ err: left, key }, 'the object storage keeps a file that is nobody\'s'));
    throw error;
  }
};

/** `/api/upload`: files in by multipart, out under an address that nobody guesses and that never changes. */
export const uploadRoutes = (app: FastifyInstance, deps: ApiDeps, limits: UploadLimits, storages: ObjectStorages): void => {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fileSize: Math.max(limits.pictures, limits.files), fields: 4 } });

    scope.post('/api/upload', async (request, reply) => {
      const call = callOf(request);
      await inTransaction(deps, call, 'read', async () => undefined); // nobody unknown makes the server draw
      const sent = await sentFile(request);
      const { kind, data, width, height } = await judged(sent, limits);
      const id = `${randomBytes(idBytes).toString('base64url')}.${kind}`;
      const name = sent.name || id, mime = mimeOf(kind), { taking } = storages;
      await reached(request, () => taking.put({ key: id, mime, data }));
      await kept(request, taking, id, () => inTransaction(deps, call, 'write', (tx) =>
        tx.run('insert into uploads (uploadid, mime, name, bytes, storage, width, height, organizationid, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
          [id, mime, name, data.length, taking.name, width ?? null, height ?? null, tx.grants.organizationid, tx.userid])));
      return reply.code(201).send({ url: `/api/upload/${id}`, name, type: mime, size: data.length, bytes: data.length, ...(width && { width, height }) });
    });

    scope.get<{ Params: { readonly id: string } }>('/api/upload/:id', async (request, reply) => {
      const id = request.params.id.slice(0, longestId);
      const { rows: [found] } = await deps.pool.query<Stored>('select mime, bytes, storage, name from uploads where uploadid = $1', [id]);
      if (!found) throw notFound();
      const data = await reached(request, () => {
        const storage = storages.named(found.storage);
        if (!storage) throw new Error(`no object storage is called "${found.storage}"`);
        return storage.get(id);
      });
      if (!data) throw notFound();
      return serve(reply, found, data, id);
    });
  });
};
