import { encode } from 'uqr';
import { describe, expect, test } from 'vitest';
import { createOncePerCode } from '@/pages/scan/findCode';
import jsQR from 'jsqr';

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
  test('the library of browsers without a reader of their own finds the code of a proof', () => {
    const { size, data } = encode('Xx0-_9Zz1234567890ABcd', { ecc: 'M', border: 4 });
    const scale = 4,
      side = size * scale;
    const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
    data.forEach((row, y) =>
      row.forEach((isDark, x) => {
        if (!isDark) return;
        for (let dy = 0; dy < scale; dy += 1)
          for (let dx = 0; dx < scale; dx += 1)
            pixels.fill(0, ((y * scale + dy) * side + x * scale + dx) * 4, ((y * scale + dy) * side + x * scale + dx) * 4 + 3);
      }),
    );
    expect(jsQR(pixels, side, side)?.data).toBe('Xx0-_9Zz1234567890ABcd');
  });
});
