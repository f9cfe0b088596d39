import { open, type FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

/** The bytes of a file, wherever it is stored: any part, in any order. */
export interface Source {
  readonly size: number;
  readonly read: (from: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** A file in memory. */
export const sourceOfBytes = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: async (from, length) => bytes.subarray(from, from + length),
  close: async () => {},
});

const readPart = async (handle: FileHandle, from: number, length: number): Promise<Uint8Array> => {
  const part = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(part, filled, length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return part.subarray(0, filled);
};

/** A file on disk. */
export const sourceOfFile = async (path: string): Promise<Source> => {
  const handle = await open(path);
  const { size } = await handle.stat();
  return {
    size,
    read: (from, length) => readPart(handle, from, Math.max(0, Math.min(length, size - from))),
    close: () => handle.close(),
  };
};

const blockBytes = 64 * 1024,
  pieceBytes = 16 * 1024;

/** A source from one position to its end, read in blocks and given in pieces. Other work runs after each piece, even when the source never waits: a whole block of text takes too long to parse. */
export async function* blocksOf(source: Source, from = 0, until = source.size): AsyncGenerator<Uint8Array> {
  for (let at = from; at < until; at += blockBytes) {
    const block = await source.read(at, Math.min(blockBytes, until - at));
    for (let piece = 0; piece < block.length; piece += pieceBytes) {
      yield block.subarray(piece, piece + pieceBytes);
      await setImmediate();
    }
  }
}
