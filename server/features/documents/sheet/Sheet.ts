import type { Locale } from '../../../kernel/messages';
import { regional } from '../../../kernel/regional';
import type { Page } from './tools';

export const ink = '#14213d',
  soft = '#46506a',
  faint = '#667089',
  rule = '#868fa3',
  signal = '#e4572e';
export interface Paper {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** A document that is being drawn: its paper, its language and the time zone of its event. */
export interface Sheet extends Paper {
  readonly page: Page;
  readonly locale: Locale;
  readonly timezone: string;
  readonly say: (key: string, params?: Readonly<Record<string, unknown>>) => string;
}
/** A document whose texts may have letters that its usual fonts lack. */
export interface LetteredSheet extends Sheet {
  /** The parts of a text, each under the name of a font that has its letters; `font` writes what it can. */
  readonly runsOf: (text: string, font: string) => readonly { readonly font: string; readonly text: string }[];
}
export interface Style {
  readonly size: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly lines?: number;
}

/** The width between the margins. */
export const innerOf = ({ width, margin }: Paper): number => width - 2 * margin;

/** Draws text at a position, in at most this many lines, and answers its height. */
export const put = (
  sheet: Sheet,
  text: string,
  x: number,
  y: number,
  { size, bold = false, color = ink, width = innerOf(sheet), align = 'left', lines = 1 }: Style,
): number => {
  const { page } = sheet;
  page
    .font(bold ? 'bold' : 'regular')
    .fontSize(size)
    .fillColor(color);
  const line = page.currentLineHeight(true),
    options = { width, align, height: line * lines + 1, ellipsis: true, lineBreak: true, lineGap: 0 };
  page.text(text, x, y, options);
  return Math.min(page.heightOfString(text, { width }), line * lines);
};
/** The font size at which text fits into one line. */
export const fitting = ({ page }: Sheet, text: string, room: number, largest: number, smallest: number): number => {
  page.font('bold').fontSize(largest);
  return Math.max(smallest, Math.min(largest, (largest * room) / page.widthOfString(text)));
};

type Clock = Pick<Sheet, 'locale' | 'timezone'>;
/** Writes moments in the language of the document and the time zone of the event. */
export const dateIn =
  ({ locale, timezone }: Clock, options: Intl.DateTimeFormatOptions) =>
  (at: string): string =>
    new Intl.DateTimeFormat(regional[locale], { timeZone: timezone, ...options }).format(new Date(at));
export const dayOf = (clock: Clock, at: string): string =>
  dateIn(clock, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })(at);
export const momentOf = (clock: Clock, at: string): string =>
  dateIn(clock, { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })(at);

/** The heading of a document: its name, its event, and a line about it. Answers where it ends. */
export const drawHead = (
  sheet: Sheet,
  { title, event, lines }: { readonly title: string; readonly event: string; readonly lines: readonly string[] },
): number => {
  const { page, width, margin } = sheet;
  page.rect(0, 0, width, 6).fill(signal);
  let y = 24;
  y += put(sheet, title.toUpperCase(), margin, y, { size: 8, bold: true, color: faint }) + 2;
  y += put(sheet, event, margin, y, { size: 19, bold: true, lines: 2 }) + 3;
  for (const [at, line] of lines.entries())
    y += put(sheet, line, margin, y, { size: 10, color: soft, lines: 2 }) + (at < lines.length - 1 ? 1 : 0);
  return y + 12;
};

/** The footer of a page, at a fixed position. */
export const drawFoot = (sheet: Sheet, lines: readonly [first: string, ...others: string[]]): void => {
  const { page, width, height, margin } = sheet,
    y = height - 42;
  page
    .lineWidth(0.5)
    .moveTo(margin, y)
    .lineTo(width - margin, y)
    .stroke(rule);
  for (const [at, line] of lines.entries())
    put(sheet, line, margin, y + 5 + at * 11 - (at > 1 ? 1 : 0), { size: at === 0 ? 7.5 : 7, color: at === 0 ? soft : faint });
};
