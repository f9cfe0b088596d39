import type { printSheets } from '@/domain/lists';

export type PrintSheet = (typeof printSheets)[number];
/** A sheet of labels, in points: where the first one is, how large each is, and how far the next one is. */
export interface LabelSheet {
  readonly paper: readonly [width: number, height: number];
  readonly columns: number;
  readonly rows: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly down: number;
}

const inch = 72,
  mm = 72 / 25.4;
const letter = [8.5 * inch, 11 * inch] as const,
  a4 = [210 * mm, 297 * mm] as const;
/** The paper of a packing list, by its name. */
export const papers: { readonly [S in PrintSheet]?: readonly [width: number, height: number] } = { letter, a4 };
/** Labels by the numbers that their makers print on the box; the measures are those of the makers. */
export const labelSheets: { readonly [S in PrintSheet]?: LabelSheet } = {
  avery5160: {
    paper: letter,
    columns: 3,
    rows: 10,
    left: 0.1875 * inch,
    top: 0.5 * inch,
    width: 2.625 * inch,
    height: inch,
    right: 2.75 * inch,
    down: inch,
  },
  avery5163: {
    paper: letter,
    columns: 2,
    rows: 5,
    left: 0.15625 * inch,
    top: 0.5 * inch,
    width: 4 * inch,
    height: 2 * inch,
    right: 4.1875 * inch,
    down: 2 * inch,
  },
  l7160: {
    paper: a4,
    columns: 3,
    rows: 7,
    left: 7.25 * mm,
    top: 15.15 * mm,
    width: 63.5 * mm,
    height: 38.1 * mm,
    right: 66 * mm,
    down: 38.1 * mm,
  },
  l7163: {
    paper: a4,
    columns: 2,
    rows: 7,
    left: 4.65 * mm,
    top: 15.15 * mm,
    width: 99.1 * mm,
    height: 38.1 * mm,
    right: 101.6 * mm,
    down: 38.1 * mm,
  },
};
