import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { createTranslate, type Translate } from '../api/messages';
import { moneyIn, regional } from '../api/regional';
import type { Proof } from './Proof';

type Page = typeof PDFDocument extends new (...given: never[]) => infer P ? P : never;
/** A font that is open already, which its types do not know that a page takes: opened anew for each document it costs ten times as much as everything else. */
type OpenFont = Parameters<Page['registerFont']>[1];
interface Tools { readonly create: typeof PDFDocument; readonly regular: OpenFont; readonly bold: OpenFont; readonly translate: Translate }

const installed = createRequire(import.meta.url);
const fontFile = (name: string): Buffer => readFileSync(installed.resolve(`@expo-google-fonts/noto-sans/${name}.ttf`));
let opened: Promise<Tools> | null = null;
const open = async (): Promise<Tools> => {
  const [{ default: create }, fonts] = await Promise.all([import('pdfkit'), import('fontkit')]);
  const fontOf = (name: string): OpenFont => fonts.create(fontFile(name)) as unknown as OpenFont;
  return { create, regular: fontOf('400Regular/NotoSans_400Regular'), bold: fontOf('700Bold/NotoSans_700Bold'), translate: createTranslate(fileURLToPath(new URL('../../locales', import.meta.url))) };
};
/** What drawing takes is read with the first document: neither the start nor any other request waits for it. */
const toolsOf = (): Promise<Tools> => (opened ??= open());

const ink = '#14213d', soft = '#46506a', faint = '#667089', rule = '#868fa3', signal = '#e4572e';
const width = 419.53, height = 595.28, margin = 30, inner = width - 2 * margin;

interface Setting { readonly page: Page; readonly proof: Proof; readonly say: (key: string, params?: Readonly<Record<string, unknown>>) => string }
interface Style { readonly size: number; readonly bold?: boolean; readonly color?: string; readonly width?: number; readonly align?: 'left' | 'center' | 'right'; readonly lines?: number }

/** Sets text at a place, in at most so many lines, and answers how high it came out. */
const put = ({ page }: Setting, text: string, x: number, y: number, { size, bold = false, color = ink, width: room = inner, align = 'left', lines = 1 }: Style): number => {
  page.font(bold ? 'bold' : 'regular').fontSize(size).fillColor(color);
  const line = page.currentLineHeight(true), options = { width: room, align, height: line * lines + 1, ellipsis: true, lineBreak: true, lineGap: 0 };
  page.text(text, x, y, options);
  return Math.min(page.heightOfString(text, { width: room }), line * lines);
};
/** The size at which text fits into one line. */
const fitting = ({ page }: Setting, text: string, room: number, largest: number, smallest: number): number => {
  page.font('bold').fontSize(largest);
  return Math.max(smallest, Math.min(largest, (largest * room) / page.widthOfString(text)));
};

const dateIn = ({ locale, timezone }: Proof, options: Intl.DateTimeFormatOptions) => (at: string): string => new Intl.DateTimeFormat(regional[locale], { timeZone: timezone, ...options }).format(new Date(at));
const dayOf = (proof: Proof): string => dateIn(proof, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })(proof.start_at);
const timed = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const drawHead = (at: Setting): number => {
  const { page, proof, say } = at;
  page.rect(0, 0, width, 6).fill(signal);
  let y = 24;
  y += put(at, say('inscription_documents.proof.title').toUpperCase(), margin, y, { size: 8, bold: true, color: faint }) + 2;
  y += put(at, proof.event, margin, y, { size: 19, bold: true, lines: 2 }) + 3;
  y += put(at, dayOf(proof), margin, y, { size: 10, color: soft }) + 1;
  y += put(at, proof.place.join(' · '), margin, y, { size: 10, color: soft, lines: 2 });
  return y + 12;
};

const bibHeight = 124, hole = 3.4;
/** The number as it is worn: whoever looks at the proof looks for it first. */
const drawBib = (at: Setting, y: number): number => {
  const { page, proof, say } = at;
  page.lineWidth(1).roundedRect(margin, y, inner, bibHeight, 6).stroke(rule);
  page.roundedRect(margin, y, inner, 5, 2).fill(signal);
  for (const x of [margin + 14, width - margin - 14]) for (const top of [y + 18, y + bibHeight - 13]) page.circle(x, top, hole).stroke(rule);
  const text = proof.number ?? say('inscription_documents.proof.noBib'), room = inner - 80;
  const size = fitting(at, text, room, proof.number ? 62 : 24, 12);
  put(at, say('inscription_documents.proof.bib').toUpperCase(), margin, y + 12, { size: 7, bold: true, color: faint, align: 'center' });
  put(at, text, margin + 40, y + 54 - size * 0.7, { size, bold: true, width: room, align: 'center' });
  if (!proof.number) put(at, say('inscription_documents.proof.noBibNote'), margin + 40, y + 73, { size: 8, color: soft, width: room, align: 'center' });
  put(at, proof.name, margin + 30, y + bibHeight - 29, { size: fitting(at, proof.name, inner - 60, 14, 7), bold: true, width: inner - 60, align: 'center', lines: 1 });
  return y + bibHeight + 14;
};

const qrSide = 104, factsWidth = inner - qrSide - 18;
const drawQr = ({ page, proof }: Setting, x: number, y: number): void => {
  const { size, data } = encode(proof.qr, { ecc: 'M', border: 0 }), unit = qrSide / size;
  for (const [row, cells] of data.entries()) for (const [column, isDark] of cells.entries()) if (isDark) page.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05);
  page.fill('#000000');
};

const factsOf = ({ proof, say }: Setting): readonly (readonly [label: string, value: string])[] => {
  const word = (name: string): string => say(`inscription_documents.proof.${name}`);
  const shirt = [proof.shirt, proof.size].filter(Boolean).join(' · ');
  const all: readonly (readonly [string, string | null])[] = [
    [word('distance'), proof.distance], [word('category'), proof.category], [word('wave'), proof.wave], [word('start'), dateIn(proof, timed)(proof.starts_at)], [word('shirt'), shirt || null],
    [word('paid'), proof.paid_cents > 0 ? moneyIn(proof.locale, proof.paid_cents) : word('free')], [word('folio'), proof.folio],
  ];
  return all.filter((fact): fact is readonly [string, string] => fact[1] !== null);
};

const labelWidth = 66;
const drawFacts = (at: Setting, top: number): number => {
  const { say } = at;
  let y = top;
  for (const [label, value] of factsOf(at)) {
    put(at, label, margin, y + 1, { size: 8, color: faint, width: labelWidth });
    y += put(at, value, margin + labelWidth, y, { size: 9.5, bold: true, width: factsWidth - labelWidth, lines: 2 }) + 3;
  }
  const x = width - margin - qrSide;
  drawQr(at, x, top);
  const said = put(at, say('inscription_documents.proof.scan'), x, top + qrSide + 5, { size: 6.5, color: faint, width: qrSide, align: 'center', lines: 3 });
  return Math.max(y, top + qrSide + 5 + said) + 10;
};

const drawList = (at: Setting, top: number, title: string, lines: readonly string[]): number => {
  let y = top + put(at, title, margin, top, { size: 9.5, bold: true }) + 2;
  for (const line of lines) {
    put(at, '•', margin, y, { size: 8.5, color: signal, width: 8 });
    y += put(at, line, margin + 9, y, { size: 8.5, color: soft, width: inner - 9, lines: 2 }) + 1;
  }
  return y + 7;
};

const drawDesks = (at: Setting, top: number): number => {
  const { proof, say } = at;
  if (proof.desks.length === 0) return top;
  const clock = dateIn(proof, timed);
  const lines = proof.desks.map(({ name, opens_at, closes_at }) =>
    [name, opens_at && closes_at ? say('inscription_documents.proof.deskUntil', { from: clock(opens_at), until: clock(closes_at) }) : opens_at ? clock(opens_at) : null].filter(Boolean).join(': '));
  return drawList(at, top, say('inscription_documents.proof.desks'), lines);
};

const drawFoot = (at: Setting): void => {
  const { page, proof, say } = at;
  const y = height - 42;
  page.lineWidth(0.5).moveTo(margin, y).lineTo(width - margin, y).stroke(rule);
  put(at, `${say('inscription_documents.proof.organization')}: ${proof.organization} · ${proof.contact}`, margin, y + 5, { size: 7.5, color: soft });
  put(at, say('inscription_documents.proof.zone', { zone: proof.timezone }), margin, y + 16, { size: 7, color: faint });
};

const draw = (at: Setting): void => {
  const { proof, say } = at;
  const word = (name: string): string => say(`inscription_documents.proof.${name}`);
  const listed = drawDesks(at, drawFacts(at, drawBib(at, drawHead(at))));
  drawList(at, listed, word('bring'), [word('bringProof'), word('bringId'), ...(proof.isMinor ? [word('bringGuardian')] : []), ...(proof.mustSign ? [word('bringWaiver')] : [])]);
  drawFoot(at);
};

/** Sets a proof of registration in type. The same facts give the same bytes: the only date in the file is that of the registration. */
export const drawProof = async (proof: Proof): Promise<Buffer> => {
  const { create, regular, bold, translate } = await toolsOf();
  const say: Setting['say'] = (key, params) => translate(key, proof.locale, params);
  const info = { Title: `${say('inscription_documents.proof.title')} ${proof.folio}`, Author: proof.organization, Creator: 'Dorsal', Producer: 'Dorsal', CreationDate: new Date(proof.registered_at) };
  const page = new create({ size: [width, height], margin: 0, autoFirstPage: false, lang: regional[proof.locale], info });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject));
  page.registerFont('regular', regular).registerFont('bold', bold);
  page.addPage();
  draw({ page, proof, say });
  page.end();
  await ended;
  return Buffer.concat(chunks);
};
