import { DomainError } from '../../../kernel/DomainError';
import { blocksOf, type Source } from './Source';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const newline = 10,
  ascii = 0x80,
  markBytes = 4;

/** Signs that a text is UTF-8, and signs that it is not. */
interface Scan {
  readonly good: number;
  readonly bad: number;
  readonly firstBadLine: number;
}

/** The number of bytes that follow the first byte of a character; -1 when no character begins with it. */
const following = (byte: number): number => {
  if (byte >= 0xc2 && byte <= 0xdf) return 1;
  if (byte >= 0xe0 && byte <= 0xef) return 2;
  return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
};

const scanUtf8 = async (source: Source): Promise<Scan> => {
  let good = 0,
    bad = 0,
    firstBadLine = 0,
    line = 1,
    missing = 0;
  const spoil = (): void => {
    bad += 1;
    firstBadLine ||= line;
    missing = 0;
  };
  const take = (byte: number): void => {
    const continues = byte >= ascii && byte < 0xc0;
    if (missing > 0 && continues) {
      missing -= 1;
      if (missing === 0) good += 1;
      return;
    }
    if (missing > 0) spoil();
    if (byte === newline) line += 1;
    if (byte < ascii) return;
    missing = following(byte);
    if (missing < 0) spoil();
  };
  for await (const block of blocksOf(source)) for (const byte of block) take(byte);
  if (missing > 0) spoil();
  return { good, bad, firstBadLine };
};

/** UTF-16 without its mark: letters of our languages have a zero in every second byte. */
const silentUtf16 = (head: Uint8Array): Encoding | null => {
  const zeros: [number, number] = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  });
  const [even, odd] = zeros;
  if (even + odd === 0) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
};

/** In a text with broken characters, this share may be valid by accident and the text is still Windows-1252. */
const accidents = 10;

/**
 * The encoding of a text: by its mark, by its zeros, UTF-8 if it is valid, and otherwise Windows-1252, which includes all of
 * Latin-1. A UTF-8 text with some lines in another encoding is refused with the first such line, because its names would be garbled.
 */
export const detectEncoding = async (source: Source): Promise<Encoding> => {
  const [one = 0, two = 0, three = 0] = await source.read(0, Math.min(markBytes, source.size));
  if (one === 0xff && two === 0xfe) return 'utf-16le';
  if (one === 0xfe && two === 0xff) return 'utf-16be';
  if (one === 0xef && two === 0xbb && three === 0xbf) return 'utf-8';
  const wide = silentUtf16(await source.read(0, Math.min(4096, source.size)));
  if (wide) return wide;
  const { good, bad, firstBadLine } = await scanUtf8(source);
  if (bad === 0) return 'utf-8';
  if (good * accidents <= bad) return 'windows-1252';
  throw new DomainError('TABLE_ENCODING', { params: { line: firstBadLine } });
};

/** The text of a source in pieces, without its mark. */
export async function* textsOf(source: Source, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding); // removes the mark itself
  for await (const block of blocksOf(source)) yield decoder.decode(block, { stream: true });
  yield decoder.decode();
}
