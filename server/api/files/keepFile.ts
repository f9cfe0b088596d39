import { randomBytes } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { FileKind } from '@/schema';
import type { ObjectStorage, ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { DomainError, invalid } from '../../kernel/DomainError';
import type { Drawings } from './drawings';
import { isPicture, mimeOf, recogniseFile } from './recogniseFile';
import type { Transaction } from '../../kernel/transaction';
import { uploads } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';

interface Sent {
  readonly data: Buffer;
  readonly name: string;
}
interface Drawn {
  readonly data: Buffer;
  readonly width?: number;
  readonly height?: number;
}
/** Most bytes of a picture, and of any other file. */
export interface UploadLimits {
  readonly pictures: number;
  readonly files: number;
}
/** Where files go, how large they may be, and the queue of those that are drawn anew. */
export interface FilePlaces {
  readonly limits: UploadLimits;
  readonly storages: ObjectStorages;
  readonly drawings: Drawings;
}
/** The same, and who sends. */
export interface SentBy extends FilePlaces {
  readonly person: number;
}
/** A file whose bytes are in the storage; only `note` makes it one that somebody may ask for. */
export interface KeptFile {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly note: (tx: Transaction) => Promise<unknown>;
  /** Takes the bytes out again: nobody will ever ask for them. */
  readonly drop: () => Promise<void>;
}

const idBytes = 18,
  million = 1_000_000,
  mostPixels = { png: 16 * million, jpg: 40 * million, webp: 16 * million },
  longestSide = 3000,
  quality = 85,
  longestName = 200;
const formats = { png: 'png', jpg: 'jpeg', webp: 'webp' } as const;
const isDrawn = (kind: FileKind): kind is keyof typeof formats & FileKind => kind in formats;
const u = columnsOf(uploads);

const tooLarge = (path: string): DomainError => new DomainError('TOO_LARGE', { errors: [{ path, code: 'TOO_LARGE' }] });

const broken = (path: string): DomainError => invalid([{ path, code: 'FILE_BROKEN' }]);
/** How many pixels a picture says that it has; only its head is read. */
const pixelsOf = async (sent: Buffer, path: string): Promise<number> => {
  const { width, height } = await sharp(sent)
    .metadata()
    .catch(() => {
      throw broken(path);
    });
  return width * height;
};

/** Draws a picture anew: nothing but its pixels is kept. A large JPEG is read at a fraction of its size; the others cannot be, so they may have fewer pixels. */
const encodeAgain = async (sent: Buffer, kind: keyof typeof formats, path: string): Promise<Drawn> => {
  try {
    const drawn = sharp(sent, { limitInputPixels: mostPixels[kind], failOn: 'error' })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    const { data, info } = await drawn.toFormat(formats[kind], { quality }).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw broken(path);
  }
};

const drawInTurn = async (sent: Buffer, kind: keyof typeof formats, path: string, { drawings, person }: SentBy): Promise<Drawn> => {
  const pixels = await pixelsOf(sent, path);
  if (pixels > mostPixels[kind]) throw invalid([{ path, code: 'TOO_MANY_PIXELS', params: { max: mostPixels[kind] / million } }]);
  await drawings.count(person, pixels);
  return drawings.inTurn(() => encodeAgain(sent, kind, path));
};

const judged = async ({ data, name }: Sent, by: SentBy, path: string): Promise<Drawn & { readonly kind: FileKind }> => {
  const kind = await recogniseFile(data, name);
  if (data.length > (kind && !isPicture(kind) ? by.limits.files : by.limits.pictures)) throw tooLarge(path);
  if (!kind) throw new DomainError('UNSUPPORTED_FILE', { errors: [{ path, code: 'UNSUPPORTED_FILE' }] });
  return { kind, ...(isDrawn(kind) ? await drawInTurn(data, kind, path, by) : { data }) };
};

/** A name without folders nor what could break a header, for whoever saves the file. */
const plainName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}"<>:|?*]/gu, '')
    .trim()
    .slice(-longestName);

/** Reaches the storage; that it fails is told to the person in words and to the log in full. */
export const reached = async <T>({ log }: FastifyRequest, path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, 'the object storage failed');
    throw new DomainError('STORAGE_UNAVAILABLE', { errors: [{ path, code: 'STORAGE_UNAVAILABLE' }] });
  }
};

const dropFrom = (request: FastifyRequest, storage: ObjectStorage, key: string) => (): Promise<void> =>
  storage.remove(key).catch((left: unknown) => request.log.error({ err: left, key }, "the object storage keeps a file that is nobody's"));

/** Reads of a form that was sent: one without a boundary, or that ends too early, is a mistake of the sender. */
export const readable = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    throw typeof (error as { readonly statusCode?: unknown }).statusCode === 'number'
      ? error
      : invalid([{ path: '', code: 'FORM_BROKEN' }]);
  }
};

/** Judges a file that was sent by its contents and brings it into the storage. What is wrong with it is said of `path`; every kind is taken unless `kinds` says which. */
export const keepFile = async (
  request: FastifyRequest,
  part: MultipartFile | undefined,
  path: string,
  by: SentBy,
  kinds?: readonly FileKind[],
): Promise<KeptFile> => {
  const sent = part && { data: await readable(() => part.toBuffer()), name: plainName(part.filename) }; // throws 413 beyond the limit
  if (!sent || sent.data.length === 0) throw invalid([{ path, code: 'FILE_MISSING' }]);
  const { kind, data, width, height } = await judged(sent, by, path);
  if (kinds && !kinds.includes(kind)) throw invalid([{ path, code: 'WRONG_FILE_KIND', params: { kinds: kinds.join(', ') } }]);
  const { taking } = by.storages;
  const id = `${randomBytes(idBytes).toString('base64url')}.${kind}`,
    name = sent.name || id,
    type = mimeOf(kind);
  await reached(request, path, () => taking.put({ key: id, mime: type, data }));
  return {
    url: `/api/upload/${id}`,
    name,
    type,
    size: data.length,
    ...(width && height && { width, height }),
    note: (tx) =>
      execute(
        tx,
        sql`insert into ${u} (${u.uploadid}, ${u.mime}, ${u.name}, ${u.bytes}, ${u.storage}, ${u.width}, ${u.height}, ${u.organizationid}, ${u.created_by})
          values (${id}, ${type}, ${name}, ${data.length}, ${taking.name}, ${width ?? null}, ${height ?? null}, ${tx.grants.organizationid}, ${tx.userid})`,
      ),
    drop: dropFrom(request, taking, id),
  };
};

/** Does what makes files somebody's; when that fails their bytes go as well. */
export const withKept = async <T>(files: readonly KeptFile[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await Promise.all(files.map(({ drop }) => drop()));
    throw error;
  }
};
