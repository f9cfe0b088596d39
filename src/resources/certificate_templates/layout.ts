import type { CertificateTemplateInput } from './certificate_templates';
import { usual } from './certificateTexts';
import type { Box } from './placing';

/** Something on a certificate, where it will be printed. */
export type Element = NonNullable<CertificateTemplateInput['elements']>[number];
export interface Paper {
  readonly width: number;
  readonly height: number;
}
export const mmOfPoint = 25.4 / 72;
const lineHeight = 1.3;

export const isSquare = ({ kind }: Pick<Element, 'kind'>): boolean => kind === 'qr' || kind === 'img';
/** What an element takes up, in millimetres; one without a width reaches the right edge. */
export const boxOf = (element: Element, paper: Paper): Box => {
  const { x, y, w, size } = element;
  return isSquare(element)
    ? { x, y, width: w || usual.side, height: w || usual.side }
    : { x, y, width: w || Math.max(0, paper.width - x), height: (size ?? usual.size) * mmOfPoint * lineHeight };
};

const widest = 0.8,
  start = 24;
/** A new element in the middle of the paper; a text says what is given. */
export const newElement = (kind: Element['kind'], paper: Paper, text: string): Element => {
  const base = { kind, source: null, text: null, img: null, font: null, size: null, color: null, align: null };
  if (isSquare({ kind })) return { ...base, x: round((paper.width - usual.side) / 2), y: round(paper.height / 2), w: usual.side };
  const width = round(paper.width * widest);
  return {
    ...base,
    ...(kind === 'field' ? { source: 'name' } : { text }),
    x: round((paper.width - width) / 2),
    y: round(paper.height / 2),
    w: width,
    font: 'sans',
    size: start,
    align: 'center',
  };
};
const tenths = 10;
const round = (mm: number): number => Math.round(mm * tenths) / tenths;

/** The members that an element of a kind has, in the order of their inputs. */
export const membersOf = (kind: Element['kind']): readonly (keyof Element & string)[] => {
  if (kind === 'qr') return ['x', 'y', 'w'];
  if (kind === 'img') return ['img', 'x', 'y', 'w'];
  return [kind === 'field' ? 'source' : 'text', 'font', 'size', 'color', 'align', 'x', 'y', 'w'];
};
