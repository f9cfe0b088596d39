import { linesOf } from './linesOf';
import { faint, ink, innerOf, put, rule, signal, soft, type Sheet } from './Sheet';

/** A document with as many pages as needed: the next block starts at `y`, on a new page if there is no room. */
export interface Flow extends Sheet {
  y: number;
  /** The text at the top of every further page. */
  readonly running: string;
}
export interface Column {
  readonly label: string;
  readonly share: number;
  readonly align?: 'right';
}

const top = 24,
  foot = 54,
  gap = 8;
const bottomOf = ({ height }: Flow): number => height - foot;
const turn = (flow: Flow): void => {
  const { page, width, margin, running } = flow;
  page.addPage();
  page.rect(0, 0, width, 3).fill(signal);
  flow.y = top + put(flow, running, margin, top, { size: 7.5, color: faint }) + gap;
};
/** Starts a new page unless this much height is left. */
const need = (flow: Flow, height: number): boolean => {
  if (flow.y + height <= bottomOf(flow)) return false;
  turn(flow);
  return true;
};

const setFont = ({ page }: Flow, size: number, bold: boolean, color: string): number =>
  page
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .currentLineHeight(true);

interface Look {
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly bullet?: string | undefined;
}
const indent = 14;
/** Writes running text, over as many pages as needed. */
export const paragraph = (flow: Flow, text: string, { size = 9, bold = false, color = ink, bullet }: Look = {}): void => {
  const line = setFont(flow, size, bold, color),
    x = flow.margin + (bullet ? indent : 0);
  for (const [at, each] of linesOf(flow, text, innerOf(flow) - (bullet ? indent : 0)).entries()) {
    if (need(flow, line)) setFont(flow, size, bold, color);
    if (bullet && at === 0) flow.page.text(bullet, flow.margin, flow.y, { lineBreak: false });
    flow.page.text(each, x, flow.y, { lineBreak: false });
    flow.y += line;
  }
  flow.y += 4;
};

/** Writes a heading, on the same page as the beginning of the text below it. */
export const heading = (flow: Flow, text: string): void => {
  need(flow, 64);
  flow.y += gap;
  flow.y += put(flow, text, flow.margin, flow.y, { size: 11.5, bold: true }) + 2;
  flow.page
    .lineWidth(0.5)
    .moveTo(flow.margin, flow.y)
    .lineTo(flow.width - flow.margin, flow.y)
    .stroke(rule);
  flow.y += 5;
};

const labelWidth = 150;
/** Writes facts one below the other, each next to its label. Unknown ones are left out. */
export const facts = (flow: Flow, all: readonly (readonly [label: string, value: string | null])[]): void => {
  for (const [label, value] of all) {
    if (value === null || value === '') continue;
    setFont(flow, 9.5, true, ink);
    const lines = linesOf(flow, value, innerOf(flow) - labelWidth);
    for (const [at, each] of lines.entries()) {
      const line = setFont(flow, 9.5, true, ink);
      need(flow, line);
      if (at === 0) put(flow, label, flow.margin, flow.y + 1, { size: 8.5, color: faint, width: labelWidth - 8 });
      setFont(flow, 9.5, true, ink);
      flow.page.text(each, flow.margin + labelWidth, flow.y, { lineBreak: false });
      flow.y += line;
    }
    flow.y += 2.5;
  }
};

/** Places a picture in a frame of this size, on one page. One that cannot be read is left out. */
export const picture = (flow: Flow, data: Buffer, { width, height }: { readonly width: number; readonly height: number }): void => {
  need(flow, height + gap);
  try {
    flow.page.image(data, flow.margin, flow.y, { fit: [width, height], valign: 'center' });
  } catch {
    return; // pdfkit reads PNG and JPEG, and a picture of the staff may be of another kind
  }
  flow.y += height + gap;
};

const cell = 8,
  between = 8;
interface Placed extends Column {
  readonly x: number;
  readonly room: number;
}
const place = (flow: Flow, columns: readonly Column[]): readonly Placed[] => {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let x = flow.margin;
  return columns.map((column) => {
    const room = (innerOf(flow) * column.share) / whole,
      placed = { ...column, x, room: room - between };
    x += room;
    return placed;
  });
};
const tableHead = (flow: Flow, columns: readonly Placed[]): void => {
  const heights = columns.map(({ label, x, room, align }) =>
    put(flow, label, x, flow.y, { size: 7.5, bold: true, color: soft, width: room, lines: 2, ...(align && { align }) }),
  );
  flow.y += Math.max(...heights) + 2;
  flow.page
    .lineWidth(0.5)
    .moveTo(flow.margin, flow.y)
    .lineTo(flow.width - flow.margin, flow.y)
    .stroke(rule);
  flow.y += 3;
};
const tableRow = (flow: Flow, columns: readonly Placed[], texts: readonly string[]): void => {
  const line = setFont(flow, cell, false, ink);
  const lines = columns.map(({ room }, at) => linesOf(flow, texts[at] ?? '', room)),
    tallest = Math.max(...lines.map(({ length }) => length));
  const page = bottomOf(flow) - top - 40;
  for (let at = 0; at < tallest; at += 1) {
    const rest = (tallest - at) * line; // a row is split only when it is higher than a page
    if (need(flow, at === 0 && rest <= page ? rest : line)) tableHead(flow, columns);
    setFont(flow, cell, false, ink);
    for (const [column, { x, room, align }] of columns.entries()) {
      const text = lines[column]?.[at];
      if (text) flow.page.text(text, align ? x + room - flow.page.widthOfString(text) : x, flow.y, { lineBreak: false });
    }
    flow.y += line;
  }
  flow.y += 2;
  flow.page
    .lineWidth(0.25)
    .moveTo(flow.margin, flow.y)
    .lineTo(flow.width - flow.margin, flow.y)
    .stroke('#d5d9e2');
  flow.y += 2.5;
};

/** Writes a table. Its head is repeated on every further page. */
export const table = (flow: Flow, columns: readonly Column[], rows: readonly (readonly string[])[]): void => {
  const placed = place(flow, columns);
  need(flow, 36);
  tableHead(flow, placed);
  for (const texts of rows) tableRow(flow, placed, texts);
  flow.y += 4;
};
