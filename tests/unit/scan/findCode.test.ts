import { readFileSync } from 'node:fs';
import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { createOncePerCode } from '@/pages/scan/findCode';
import { prepareReader, readPicture } from '@/pages/scan/wasmReader';

/** A picture of dark and light squares. */
const pictureOf = (rows: readonly (readonly boolean[])[]): ImageData => {
  const scale = 4,
    width = (rows[0]?.length ?? 0) * scale,
    height = rows.length * scale;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (rows[Math.floor(y / scale)]?.[Math.floor(x / scale)]) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { data, width, height, colorSpace: 'srgb' };
};
/** Five bars and four gaps of each sign, the wide ones as 1. */
const signs: Readonly<Record<string, string>> = {
  '*': '010010100',
  A: '100001001',
  1: '100100001',
  2: '001100001',
  3: '101100000',
  4: '000110001',
};
const code39 = (text: string): string => [...`*${text}*`].map((sign) => signs[sign]).join('0');
const barsOf = (code: string): readonly boolean[] => {
  const quiet = Array.from({ length: 10 }, () => false);
  return [...quiet, ...[...code].flatMap((wide, at) => Array.from({ length: wide === '1' ? 3 : 1 }, () => at % 2 === 0)), ...quiet];
};

describe('what the camera reads', () => {
  test('a code is reported once while it is held, and again after it was away for two seconds', () => {
    let time = 0;
    const isNew = createOncePerCode(() => time);
    const at = (ms: number, code: string): boolean => {
      time = ms;
      return isNew(code);
    };
    expect([at(0, 'a'), at(100, 'a'), at(1900, 'a'), at(2000, 'b'), at(3800, 'a'), at(5900, 'a')]).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });
  test('the reader of browsers without one of their own finds the code of a proof, and the bars of a bib', async () => {
    const file = readFileSync(new URL('../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url));
    await prepareReader({ wasmBinary: new Uint8Array(file).buffer });
    expect(await readPicture(pictureOf(encode('Xx0-_9Zz1234567890ABcd', { ecc: 'M', border: 4 }).data))).toBe('Xx0-_9Zz1234567890ABcd');
    expect(await readPicture(pictureOf(Array.from({ length: 40 }, () => barsOf(code39('A1234')))))).toBe('A1234');
    expect(await readPicture(pictureOf([[false, false, false]]))).toBeNull();
  });
});
