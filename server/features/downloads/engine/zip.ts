import { crc32, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib';

/**
 * A ZIP file that is written from front to back: nothing of it is kept but the list of what is in it.
 *
 * Node compresses (in its threads); the frame around that is what APPNOTE.TXT sections 4.3.7 to 4.3.16 say. Sizes stay below 4 GiB.
 */
interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
  readonly flags: number;
}
const utf8 = 0x08_00,
  sizesFollow = 0x00_08;
const version = 20,
  deflated = 8;
/** The first day that the format knows: files that say the same are the same, whenever they are written. */
const day = 0x00_21;
/** No part of the file may be longer. */
export const mostBytes = 0xff_ff_ff_ff;

const numbers = (...parts: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at);
  return buffer;
};
type Measured = Pick<Entry, 'crc' | 'packed' | 'size'>;
const measures = ({ crc, packed, size }: Measured) => [[4, crc] as const, [4, packed] as const, [4, size] as const];
const common = ({ flags, name, ...measured }: Omit<Entry, 'offset'>) =>
  [[2, version], [2, flags], [2, deflated], [2, 0], [2, day], ...measures(measured), [2, Buffer.byteLength(name)], [2, 0]] as const;
const localHead = (entry: Omit<Entry, 'offset'>): Buffer =>
  Buffer.concat([numbers([4, 0x04_03_4b_50], ...common(entry)), Buffer.from(entry.name)]);
const centralHead = (entry: Entry): Buffer =>
  Buffer.concat([
    numbers([4, 0x02_01_4b_50], [2, version], ...common(entry), [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]),
    Buffer.from(entry.name),
  ]);

/** Compresses pieces of one stream in the threads of Node; what comes out of each is what is ready by then. */
const packing = (level: number) => {
  const stream: DeflateRaw = createDeflateRaw({ level });
  let ready: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => ready.push(chunk));
  const taken = (): Buffer => {
    const all = Buffer.concat(ready);
    ready = [];
    return all;
  };
  return {
    write: (data: Buffer): Promise<Buffer> =>
      new Promise((resolve, reject) => stream.write(data, (error) => (error ? reject(error) : resolve(taken())))),
    end: (): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        stream.once('end', () => resolve(taken())).once('error', reject);
        stream.end();
      }),
  };
};

/** How hard the long entry is compressed: the fastest, since it is many megabytes that say the same again and again. */
const fastest = 1;
/** The most entries that the list of a ZIP file holds. */
export const mostEntries = 0xff_ff;
/** Writes a ZIP file: whole small entries, one long one piece by piece, perhaps more small ones, then the list of all. */
export const createZip = () => {
  const entries: Entry[] = [];
  let offset = 0;
  const passed = (data: Buffer): Buffer => {
    offset += data.length;
    return data;
  };
  return {
    add: (name: string, content: string | Buffer): Buffer => {
      const data = typeof content === 'string' ? Buffer.from(content) : content,
        packed = deflateRawSync(data);
      const entry = { name, flags: utf8, crc: crc32(data), packed: packed.length, size: data.length };
      entries.push({ ...entry, offset });
      return passed(Buffer.concat([localHead(entry), packed]));
    },
    /** Begins the long entry; its measures follow it. */
    begin: (name: string) => {
      const start = offset,
        stream = packing(fastest);
      const measured = { crc: 0, packed: 0, size: 0 };
      const flags = utf8 | sizesFollow;
      const head = passed(localHead({ name, flags, ...measured }));
      const packed = (data: Buffer): Buffer => {
        measured.packed += data.length;
        return passed(data);
      };
      return {
        head,
        size: (): number => measured.size,
        write: async (data: Buffer): Promise<Buffer> => {
          measured.crc = crc32(data, measured.crc);
          measured.size += data.length;
          return packed(await stream.write(data));
        },
        end: async (): Promise<Buffer> => {
          const last = packed(await stream.end());
          entries.push({ name, flags, ...measured, offset: start });
          return Buffer.concat([last, passed(numbers([4, 0x08_07_4b_50], ...measures(measured)))]);
        },
      };
    },
    end: (): Buffer => {
      const list = Buffer.concat(entries.map(centralHead));
      return Buffer.concat([
        list,
        numbers([4, 0x06_05_4b_50], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, list.length], [4, offset], [2, 0]),
      ]);
    },
  };
};
