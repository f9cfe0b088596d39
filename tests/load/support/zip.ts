import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  readonly name: string;
  readonly text: string | Uint8Array;
  /** What the archive says of its size, where that is a lie. */
  readonly claims?: number;
}

const local = 0x04034b50,
  central = 0x02014b50,
  end = 0x06054b50,
  deflated = 8;

/** Writes a small archive, honest or not. */
export const zipOf = (parts: readonly Part[]): Uint8Array => {
  const blocks: Buffer[] = [],
    directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, claims } of parts) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw);
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(local, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(0x0800, 6);
    head.writeUInt16LE(deflated, 8);
    head.writeUInt32LE(crc32(raw), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(claims ?? raw.length, 22);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(central, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    blocks.push(head, title, packed);
    directory.push(entry, title);
    at += head.length + title.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const tail = Buffer.alloc(22);
  tail.writeUInt32LE(end, 0);
  tail.writeUInt16LE(parts.length, 8);
  tail.writeUInt16LE(parts.length, 10);
  tail.writeUInt32LE(size, 12);
  tail.writeUInt32LE(at, 16);
  return Buffer.concat([...blocks, ...directory, tail]);
};
