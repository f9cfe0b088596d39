import { randomBytes } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import type { FileKind } from '@/schema';
import type { ObjectStorage, ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { DomainError, invalid } from '../../kernel/DomainError';
import type { UploadBudget } from './uploadBudget';
import { toOneLine } from '../../kernel/toOneLine';
import type { Drawings } from './drawings';
import { readable } from './readable';
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
/** The size limits of a picture and of any other file, in bytes. */
export interface UploadLimits {
  readonly pictures: number;
  readonly files: number;
}
/** Where files are stored, their size limits, how much one person may send, and the queue that re-encodes pictures. */
export interface FilePlaces {
  readonly limits: UploadLimits;
  readonly storages: ObjectStorages;
  readonly drawings: Drawings;
  readonly budget: UploadBudget;
  /** How long a form may send nothing before its reading is ended. */
  readonly silentMs: number;
}
/** The same, and the sender. */
export interface SentBy extends FilePlaces {
  readonly person: number;
}
/** A file whose bytes are in the storage; `note` makes it available. */
export interface KeptFile {
  readonly url: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  readonly note: (tx: Transaction) => Promise<unknown>;
  /** Removes the bytes of a file that was not used. */
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
/** The number of pixels according to the header of a picture. */
const pixelsOf = async (sent: Buffer, path: string): Promise<number> => {
  const { width, height } = await sharp(sent)
    .metadata()
    .catch(() => {
      throw broken(path);
    });
  return width * height;
};

/**
 * Re-encodes a picture, which keeps only its pixels. A large JPEG is read at a reduced size; other formats cannot be, so their limit of
 * pixels is lower.
 */
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

const drawInTurn = async (sent: Buffer, kind: keyof typeof formats, path: string, { budget, drawings, person }: SentBy): Promise<Drawn> => {
  const pixels = await pixelsOf(sent, path);
  if (pixels > mostPixels[kind]) throw invalid([{ path, code: 'TOO_MANY_PIXELS', params: { max: mostPixels[kind] / million } }]);
  await budget.countPixels(person, pixels);
  return drawings.inTurn(() => encodeAgain(sent, kind, path));
};

const judged = async ({ data, name }: Sent, by: SentBy, path: string): Promise<Drawn & { readonly kind: FileKind }> => {
  const kind = await recogniseFile(data, name);
  if (data.length > (kind && !isPicture(kind) ? by.limits.files : by.limits.pictures)) throw tooLarge(path);
  if (!kind) throw new DomainError('UNSUPPORTED_FILE', { errors: [{ path, code: 'UNSUPPORTED_FILE' }] });
  return { kind, ...(isDrawn(kind) ? await drawInTurn(data, kind, path, by) : { data }) };
};

/** A safe file name for downloads: without folders and without characters that could break a header. A broken form names no file. */
const plainName = (name: string | undefined): string =>
  [...toOneLine(((name ?? '').split(/[\\/]/).at(-1) ?? '').replace(/["<>:|?*]/g, ''))].slice(-longestName).join('').trim();

/** Calls the storage. A failure is shown to the person as a message and logged in full. */
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

/**
 * Validates a file by its contents and puts it into the storage. Errors are reported at `path`. Every kind is accepted unless `kinds`
 * limits them.
 */
export const keepFile = async (
  request: FastifyRequest,
  part: Pick<MultipartFile, 'filename' | 'toBuffer'> | undefined,
  path: string,
  by: SentBy,
  kinds?: readonly FileKind[],
): Promise<KeptFile> => {
  const sent = part && { data: await readable(request, by.silentMs, () => part.toBuffer()), name: plainName(part.filename) }; // throws 413 beyond the limit
  if (!sent || sent.data.length === 0) throw invalid([{ path, code: 'FILE_MISSING' }]);
  await by.budget.countFile(by.person, sent.data.length);
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

/** Runs the work that attaches files to a record. If it fails, the bytes of the files are removed. */
export const withKept = async <T>(files: readonly KeptFile[], work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    await Promise.all(files.map(({ drop }) => drop()));
    throw error;
  }
};
