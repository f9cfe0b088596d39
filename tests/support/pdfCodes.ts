import { readFileSync } from 'node:fs';
import { prepareReader, readPicture } from '@/pages/scan/wasmReader';
import { streamsOf } from './pdfText';

interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** A path of fewer squares is a frame or a line. */
const fewestOfCode = 60;
const pixels = 4,
  quiet = 8 * pixels;

/** The squares that are filled at once, path by path, upside down as PDF counts from below. */
const pathsOf = (content: string): readonly (readonly Square[])[] =>
  content.split(/\n(?:f|f\*|B|S)\n/).map((path) =>
    [...path.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    })),
  );
const pictureOf = (squares: readonly Square[]): ImageData => {
  const left = Math.min(...squares.map(({ x }) => x)),
    top = Math.min(...squares.map(({ y }) => y));
  const at = (value: number, from: number): number => Math.round((value - from) * pixels) + quiet;
  const width = Math.max(...squares.map((each) => at(each.x + each.width, left))) + quiet,
    height = Math.max(...squares.map((each) => at(each.y + each.height, top))) + quiet;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const each of squares)
    for (let y = at(each.y, top); y < at(each.y + each.height, top); y += 1)
      for (let x = at(each.x, left); x < at(each.x + each.width, left); x += 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { data, width, height, colorSpace: 'srgb' };
};

/** The QR codes of a PDF as a camera reads them from its paper. */
export const pdfCodes = async (pdf: Buffer): Promise<readonly (string | null)[]> => {
  const file = readFileSync(new URL('../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url));
  await prepareReader({ wasmBinary: new Uint8Array(file).buffer });
  const found: (string | null)[] = [];
  for (const content of streamsOf(pdf))
    for (const squares of pathsOf(content)) if (squares.length >= fewestOfCode) found.push(await readPicture(pictureOf(squares)));
  return found;
};
