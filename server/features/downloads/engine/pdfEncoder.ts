import { setImmediate } from 'node:timers/promises';
import { homeZone } from '@/schema/homeZone';
import { textIn } from '@/schema/unknown';
import { ink, faint, innerOf, put, rule, signal, soft, type Paper, type Sheet as Drawn } from '../../documents/sheet/Sheet';
import { linesOf } from '../../documents/sheet/linesOf';
import { toolsOf, type Page } from '../../documents/sheet/tools';
import type { Locale } from '../../../kernel/messages';
import { regional } from '../../../kernel/regional';
import type { Encoder, Sheet } from './Encoder';
import { linesIn } from './textEncoders';

/** Rows that a person may want on paper; more are a spreadsheet. */
export const mostPrintedRows = 10_000;

/** A sheet of letter paper on its side. */
const paper: Paper = { width: 792, height: 612, margin: 36 };
const foot = 32,
  size = 7.5,
  gap = 6,
  least = 28,
  sampleRows = 200,
  widest = 40,
  mostLines = 6;
const right: ReadonlySet<string> = new Set(['number', 'money', 'percent', 'duration']);

interface Placed {
  readonly label: string;
  readonly x: number;
  readonly room: number;
  readonly isRight: boolean;
}
type Values = readonly string[];
/** Shares the width by what the first rows say; long texts are broken instead of taking it all. */
const place = (sheet: Drawn, { columns }: Sheet, sample: readonly Values[]): readonly Placed[] => {
  const wanted = columns.map(({ label }, at) =>
    Math.min(widest, Math.max(label.length, ...sample.map((values) => values[at]?.length ?? 0), 3)),
  );
  const whole = wanted.reduce((sum, each) => sum + each, 0);
  const free = Math.max(0, innerOf(sheet) - least * columns.length);
  let x = sheet.margin;
  return columns.map(({ label, kind }, at) => {
    const width = Math.min(least, innerOf(sheet) / columns.length) + (free * (wanted[at] ?? 0)) / whole;
    const placed = { label, x, room: Math.max(4, width - gap), isRight: right.has(kind) };
    x += width;
    return placed;
  });
};

const setRow = (sheet: Drawn, columns: readonly Placed[], lines: readonly (readonly string[])[], y: number, bold = false): number => {
  const { page } = sheet;
  page
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(bold ? soft : ink);
  const height = page.currentLineHeight(true);
  for (const [at, { x, room, isRight }] of columns.entries())
    for (const [line, text] of (lines[at] ?? []).entries())
      page.text(text, isRight ? x + room - page.widthOfString(text) : x, y + line * height, { lineBreak: false });
  return height * Math.max(1, ...lines.map(({ length }) => length));
};
/** Measuring is what costs: a text that surely fits is not broken. */
const broken = (sheet: Drawn, { room }: Placed, text: string): readonly string[] => {
  const short = text.replace(/\s+/g, ' ');
  if (short === '' || sheet.page.widthOfString(short) <= room) return [short];
  const lines = linesOf(sheet, short, room);
  return lines.length > mostLines ? [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1] ?? ''}…`] : lines;
};

interface Printed {
  readonly sheet: Drawn;
  readonly columns: readonly Placed[];
  y: number;
  pages: number;
}
const turn = (printed: Printed, { title, subtitle }: Sheet, isFirst: boolean): void => {
  const { sheet, columns } = printed,
    { page, width, height, margin } = sheet;
  if (!isFirst) page.addPage();
  printed.pages += 1;
  page.rect(0, 0, width, 4).fill(signal);
  put(sheet, `${subtitle} · ${printed.pages}`, margin, height - foot + 10, { size: 7, color: faint });
  let y = 18;
  if (isFirst) y += put(sheet, title, margin, y, { size: 14, bold: true }) + 4;
  y += setRow(
    sheet,
    columns,
    columns.map((column) => {
      page.font('bold').fontSize(size);
      return broken(sheet, column, column.label).slice(0, 3);
    }),
    y,
    true,
  );
  page
    .lineWidth(0.75)
    .moveTo(margin, y + 2)
    .lineTo(width - margin, y + 2)
    .stroke(rule);
  printed.y = y + 5;
};
const addRow = (printed: Printed, of: Sheet, values: Values): void => {
  const { sheet, columns } = printed,
    { page, width, height, margin } = sheet;
  page.font('regular').fontSize(size);
  const lines = columns.map((column, at) => broken(sheet, column, values[at] ?? ''));
  const tall = page.currentLineHeight(true) * Math.max(1, ...lines.map(({ length }) => length));
  if (printed.y + tall > height - foot) turn(printed, of, false);
  printed.y += setRow(sheet, columns, lines, printed.y) + 1.5;
  page
    .lineWidth(0.25)
    .moveTo(margin, printed.y)
    .lineTo(width - margin, printed.y)
    .stroke('#d5d9e2');
  printed.y += 2;
};

const parse = (line: string): Values => {
  const values: unknown = JSON.parse(line);
  return Array.isArray(values) ? values.map((value) => textIn(value) ?? '') : [];
};

const atOnce = 20;
/** Sets a table in type for the printer: the head again on each page, long texts broken into lines. */
export const pdfEncoder = (of: Sheet, locale: Locale): Encoder => {
  let chunks: Buffer[] = [],
    printed: Printed | undefined,
    page: Page | undefined;
  const ready = (): Buffer => {
    const all = Buffer.concat(chunks);
    chunks = [];
    return all;
  };
  const open = (on: Page, sample: readonly Values[]): Printed => {
    const sheet: Drawn = { page: on, locale, timezone: homeZone, say: (key) => key, ...paper };
    on.addPage();
    on.font('regular').fontSize(size);
    const opened = { sheet, columns: place(sheet, of, sample), y: 0, pages: 0 };
    turn(opened, of, true);
    return opened;
  };
  return {
    begin: async () => {
      const { create, regular, bold } = await toolsOf();
      page = new create({
        size: [paper.width, paper.height],
        margin: 0,
        autoFirstPage: false,
        lang: regional[locale],
        info: { Title: of.title, Creator: 'Dorsal', Producer: 'Dorsal' },
      });
      page.on('data', (chunk: Buffer) => chunks.push(chunk));
      page.registerFont('regular', regular).registerFont('bold', bold);
      return ready();
    },
    write: async (data) => {
      if (!page) return ready();
      const rows = [...linesIn(data)].filter(Boolean).map(parse);
      printed ??= open(page, rows.slice(0, sampleRows));
      for (const [at, values] of rows.entries()) {
        if (at % atOnce === 0) await setImmediate();
        addRow(printed, of, values);
      }
      return ready();
    },
    end: async () => {
      if (!page) return ready();
      const ending = page;
      printed ??= open(ending, []);
      await new Promise<void>((resolve, reject) => {
        ending.on('end', resolve).on('error', reject);
        ending.end();
      });
      return ready();
    },
  };
};
