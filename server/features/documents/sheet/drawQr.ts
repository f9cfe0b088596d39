import { encode } from 'uqr';
import type { Page } from './tools';

/** A QR code on paper. */
export interface Code {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** How much of it may be damaged; a long text in a small code has coarser dots with less. */
  readonly ecc: 'L' | 'M';
}
/** Draws a QR code as squares, which stay sharp on every printer. */
export const drawQr = (page: Page, { text, x, y, side, ecc }: Code): void => {
  const { size, data } = encode(text, { ecc, border: 0 }),
    unit = side / size;
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries()) if (isDark) page.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05);
  page.fill('#000000');
};
