import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The head of a backup, which comes before anything else. */
export interface BackupHead {
  readonly format: number;
  /** The version of Dorsal that wrote it. */
  readonly version: string;
  readonly engine: 'pglite' | 'postgres';
  readonly created: string;
  /** Digests of the migrations that the database had, in their order. */
  readonly migrations: readonly string[];
  readonly tables: readonly BackupTable[];
}
/** A table and its columns with their types, without generated columns. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
}
/** The end of a backup. Without it the file is known to be cut off. */
export interface BackupEnd {
  readonly rows: Readonly<Record<string, number>>;
  readonly sequences: readonly (readonly [name: string, last: string])[];
  readonly files: number;
  /** Files that were missing in their storage. */
  readonly missing: readonly string[];
}

/** The entries of a backup, in this order: head, secret, tables, files, end. */
export const entry = { head: 'backup.json', secret: 'auth-secret', tables: 'tables/', files: 'files/', end: 'end.json' } as const;
/** The version of the file format. */
export const format = 1;

type Add = (name: string, bytes: Buffer | string) => Promise<void>;

/** Writes a compressed archive that appears only when it is complete; only its owner can read it. */
export const writeArchive = async <T>(file: string, fill: (add: Add) => Promise<T>): Promise<T> => {
  const archive = pack(),
    draft = `${file}.part`,
    over = new AbortController();
  const written = pipeline(archive, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }), { signal: over.signal });
  const add: Add = (name, bytes) => {
    const data = Buffer.from(bytes);
    const added = new Promise<void>((resolve, reject) => {
      archive.entry({ name, size: data.length, mode: 0o600 }, (error) => (error ? reject(error) : resolve())).end(data);
    });
    return Promise.race([
      added,
      written.then(() => {
        throw new Error('the archive ended too early');
      }),
    ]);
  };
  try {
    const result = await fill(add);
    archive.finalize();
    await written;
    await rename(draft, file);
    return result;
  } catch (error) {
    over.abort();
    await written.catch(() => {});
    await rm(draft, { force: true });
    throw error;
  }
};

/** The entries of an archive, one after another. */
export async function* readArchive(file: string): AsyncGenerator<{ readonly name: string; readonly bytes: Buffer }> {
  const archive = extract();
  const read = pipeline(createReadStream(file), createGunzip(), archive);
  read.catch(() => {}); // the loop below then fails
  for await (const each of archive) yield { name: each.header.name, bytes: await buffer(each) };
  await read;
}
