import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { DomainError } from '../../../kernel/DomainError';
import type { Limits } from './limits';
import { blocksOf, type Source } from './Source';

/** An archive: its parts by name, unpacked while they are read and never beyond the limit. */
export interface Zip {
  readonly has: (part: string) => boolean;
  readonly read: (part: string) => AsyncGenerator<Uint8Array>;
}

/** Lets the archive library read any part of a source. */
class SourceReader extends RandomAccessReader {
  constructor(private readonly source: Source) {
    super();
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(blocksOf(this.source, start, end), { objectMode: false });
  }
}

const tooLarge = (): DomainError => new DomainError('TABLE_UNPACKS_TOO_LARGE');
/** Errors of the archive become one reason for people; our own errors are passed on. */
const broken = (error: unknown): unknown => (error instanceof DomainError ? error : new DomainError('TABLE_BROKEN', { cause: error }));

const entriesOf = async (archive: ZipFile, { parts }: Limits): Promise<ReadonlyMap<string, Entry>> => {
  const found = new Map<string, Entry>();
  if (archive.entryCount > parts) throw tooLarge();
  for await (const entry of archive.eachEntry()) found.set(entry.fileName.replace(/^\//, ''), entry);
  return found;
};

/** Opens an archive. Unpacked bytes are counted over all parts: a small file that unpacks to gigabytes is refused while it is read. */
export const openZip = async (source: Source, limits: Limits): Promise<Zip> => {
  try {
    const archive = await fromRandomAccessReaderPromise(new SourceReader(source), source.size, { autoClose: false });
    const entries = await entriesOf(archive, limits);
    let unpacked = 0;
    return {
      has: (part) => entries.has(part),
      async *read(part) {
        const entry = entries.get(part);
        if (!entry) throw new DomainError('TABLE_BROKEN');
        if (entry.isEncrypted()) throw new DomainError('TABLE_PROTECTED');
        if (entry.uncompressedSize > limits.unpackedBytes) throw tooLarge();
        let size = 0;
        try {
          for await (const chunk of await archive.openReadStreamPromise(entry)) {
            const block: Buffer = chunk;
            size += block.length;
            unpacked += block.length;
            if (size > limits.unpackedBytes || unpacked > limits.allUnpackedBytes) throw tooLarge();
            yield block;
          }
        } catch (error) {
          throw broken(error);
        }
      },
    };
  } catch (error) {
    throw broken(error);
  }
};
