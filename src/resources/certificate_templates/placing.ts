/** A rectangle on the paper, in millimetres. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** The lines to which an element has just snapped. */
export interface Guides {
  readonly x: number | null;
  readonly y: number | null;
}
const reach = 2,
  margin = 15,
  tenths = 10;
const rounded = (value: number): number => Math.max(0, Math.round(value * tenths) / tenths);

/** The steps of the arrow keys. */
export const nudges: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A place on the paper, in tenths of a millimetre. */
export const placedAt = (x: number, y: number): { readonly x: number; readonly y: number } => ({ x: rounded(x), y: rounded(y) });

const narrowest = 5;
/** The width of something whose right edge is moved to a place. */
export const widened = ({ x }: { readonly x: number }, edge: number): { readonly w: number } => ({
  w: Math.max(narrowest, rounded(edge - x)),
});

/** Where a box begins that is aligned with the paper: at its edges with the margin, or in its middle. */
export const aligned = (box: Box, paper: { readonly width: number }, to: 'left' | 'center' | 'right'): number =>
  rounded(to === 'left' ? margin : to === 'right' ? paper.width - margin - box.width : (paper.width - box.width) / 2);

interface Line {
  /** Where the line is. */
  readonly line: number;
  /** How far the start of the box is from it. */
  readonly offset: number;
}
const nearest = (from: number, lines: readonly Line[]): { readonly to: number; readonly guide: number | null } => {
  const near = lines
    .map(({ line, offset }) => ({ to: line - offset, line, distance: Math.abs(line - offset - from) }))
    .filter(({ distance }) => distance <= reach)
    .sort((one, other) => one.distance - other.distance)[0];
  return near ? { to: near.to, guide: near.line } : { to: from, guide: null };
};

/** Where a box comes to lie: on the middle of the paper, or in line with another box, when it is near. */
export const snapped = (box: Box, others: readonly Box[], paper: { readonly width: number; readonly height: number }) => {
  const x = nearest(box.x, [
    { line: paper.width / 2, offset: box.width / 2 },
    ...others.flatMap((other) => [
      { line: other.x, offset: 0 },
      { line: other.x + other.width / 2, offset: box.width / 2 },
      { line: other.x + other.width, offset: box.width },
    ]),
  ]);
  const y = nearest(box.y, [
    { line: paper.height / 2, offset: box.height / 2 },
    ...others.flatMap((other) => [
      { line: other.y, offset: 0 },
      { line: other.y + other.height, offset: box.height },
    ]),
  ]);
  return { x: rounded(x.to), y: rounded(y.to), guides: { x: x.guide, y: y.guide } };
};
