import { linesOf } from '../../documents/sheet/linesOf';
import { faint, ink, innerOf, put, rule, signal, soft, type Sheet } from '../../documents/sheet/Sheet';
import { bibOf, type PackedRow } from './packedRow';
import type { Drawing } from './printEncoder';

/** What a packing list says besides its rows. */
export interface Packing {
  readonly event: string;
  readonly subtitle: string;
  /** The pieces of the kit of a distance, by its code. */
  readonly piecesOf: (code: string) => string;
  /** The words for a waiver that is not signed. */
  readonly unsigned: readonly string[];
}
const columns = [
  ['number', 13],
  ['who', 30],
  ['size', 16],
  ['kit', 24],
  ['waiver', 14],
  ['signature', 25],
] as const;
const box = 11,
  boxRoom = 20,
  foot = 38,
  least = 27,
  small = 7.5,
  mostLines = 3;
interface Placed {
  readonly name: string;
  readonly x: number;
  readonly room: number;
}
const place = (sheet: Sheet): readonly Placed[] => {
  const whole = columns.reduce((sum, [, share]) => sum + share, 0);
  let x = sheet.margin + boxRoom;
  return columns.map(([name, share]) => {
    const width = ((innerOf(sheet) - boxRoom) * share) / whole,
      placed = { name, x, room: width - 6 };
    x += width;
    return placed;
  });
};

/** The kits of one distance, counted for its sum. */
interface Section {
  readonly distance: string;
  readonly code: string;
  count: number;
  readonly sizes: Map<string, number>;
}
interface Printed {
  readonly sheet: Sheet;
  readonly packing: Packing;
  readonly placed: readonly Placed[];
  y: number;
  pages: number;
}
/** A text within a cell, and how it is set. */
type Part = readonly [text: string, size: number, bold: boolean, color: string];

const word = ({ sheet }: Printed, name: string, params?: Readonly<Record<string, unknown>>): string =>
  sheet.say(`kits.print.${name}`, params);
const line = ({ page, margin, width }: Sheet, y: number, thick: number, color: string, from = margin): void => {
  page
    .lineWidth(thick)
    .moveTo(from, y)
    .lineTo(width - margin, y)
    .stroke(color);
};

const drawTop = (printed: Printed, { distance, code }: Pick<Section, 'distance' | 'code'>, isFirst: boolean): number => {
  const { sheet, packing } = printed,
    { margin } = sheet;
  let y = 22;
  if (!isFirst) return y + put(sheet, `${packing.event} · ${distance}`, margin, y, { size: 9, bold: true, color: faint }) + 6;
  y += put(sheet, packing.event, margin, y, { size: 9, bold: true, color: faint }) + 1;
  y += put(sheet, distance, margin, y, { size: 19, bold: true }) + 1;
  const pieces = packing.piecesOf(code);
  if (pieces) y += put(sheet, pieces, margin, y, { size: 8.5, color: soft, lines: 2 });
  return y + 8;
};
const turn = (printed: Printed, section: Pick<Section, 'distance' | 'code'>, isFirst: boolean): void => {
  const { sheet, packing, placed } = printed,
    { page, width, height, margin } = sheet;
  page.addPage();
  printed.pages += 1;
  page.rect(0, 0, width, 5).fill(signal);
  put(sheet, `${packing.subtitle} · ${word(printed, 'page', { page: printed.pages })}`, margin, height - foot + 14, {
    size: 7,
    color: faint,
  });
  const y = drawTop(printed, section, isFirst);
  for (const { name, x, room } of placed) put(sheet, word(printed, name), x, y, { size: 7.5, bold: true, color: soft, width: room });
  line(sheet, y + 12, 0.75, rule);
  printed.y = y + 16;
};

/** How many kits a distance has, and how many of each size. */
const drawSum = (printed: Printed, { count, sizes }: Section): void => {
  const { sheet } = printed,
    { margin, height } = sheet;
  const text = [word(printed, 'count', { count }), ...[...sizes].map(([size, number]) => `${size} ${number}`)].join('   ');
  const y = Math.min(printed.y + 6, height - foot - 14);
  put(sheet, text, margin, y, { size: 9, bold: true, width: innerOf(sheet), lines: 2 });
};

const cellsOf = ({ packing }: Printed, row: PackedRow): readonly (readonly Part[])[] => {
  const isUnsigned = packing.unsigned.includes(row.exoneration_status);
  return [
    [[bibOf(row) || '—', 15, true, ink]],
    [
      [row.name, 9, true, ink],
      [[row.folio, row.age_categoryid, row.waveid].filter(Boolean).join(' · '), small, false, faint],
    ],
    [
      [row.tshirt_size || '—', 11, true, ink],
      [row.tshirt_modelid, small, false, faint],
    ],
    [[packing.piecesOf(row['distanceid.code']), small, false, soft]],
    [
      [row.exoneration_status, 8, isUnsigned, isUnsigned ? signal : soft],
      [row.kit_status, small, false, faint],
    ],
  ];
};
const setFont = ({ page }: Sheet, [, size, bold, color]: Part): number =>
  page
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color)
    .currentLineHeight(true);

const drawRow = (printed: Printed, section: Section, row: PackedRow): void => {
  const { sheet, placed } = printed,
    { page, margin, height } = sheet;
  const cells = cellsOf(printed, row).map((parts, at) =>
    parts
      .filter(([text]) => text !== '')
      .flatMap((part) => {
        const tall = setFont(sheet, part);
        return linesOf(sheet, part[0], placed[at]?.room ?? 0)
          .slice(0, mostLines)
          .map((text) => ({ text, part, tall }));
      }),
  );
  const tall = Math.max(least, ...cells.map((lines) => lines.reduce((sum, each) => sum + each.tall, 5)));
  if (printed.y + tall > height - foot) turn(printed, section, false);
  const { y } = printed;
  page
    .lineWidth(1)
    .rect(margin + 1, y + 3, box, box)
    .stroke(ink);
  for (const [at, lines] of cells.entries()) {
    let top = y + 1;
    for (const each of lines) {
      setFont(sheet, each.part);
      page.text(each.text, placed[at]?.x ?? 0, top, { lineBreak: false });
      top += each.tall;
    }
  }
  const signature = placed.at(-1);
  if (signature) line(sheet, y + tall - 6, 0.5, rule, signature.x);
  line(sheet, y + tall - 1, 0.25, '#d5d9e2');
  printed.y = y + tall + 1;
};

/** Draws the kits of an event, a section for each distance: a box to tick, who gets what, whether they signed, and a line for the signature. */
export const drawPacking = (sheet: Sheet, packing: Packing): Drawing => {
  const printed: Printed = { sheet, packing, placed: place(sheet), y: 0, pages: 0 };
  let section: Section | undefined;
  return {
    row: (row) => {
      const code = row['distanceid.code'];
      if (section?.code !== code) {
        if (section) drawSum(printed, section);
        section = { distance: row.distanceid, code, count: 0, sizes: new Map() };
        turn(printed, section, true);
      }
      section.count += 1;
      if (row.tshirt_size) section.sizes.set(row.tshirt_size, (section.sizes.get(row.tshirt_size) ?? 0) + 1);
      drawRow(printed, section, row);
    },
    end: () => {
      if (section) drawSum(printed, section);
      else turn(printed, { distance: word(printed, 'nobody'), code: '' }, true);
    },
  };
};
