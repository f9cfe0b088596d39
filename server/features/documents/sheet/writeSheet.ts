import type { Locale } from '../../../kernel/messages';
import { regional } from '../../../kernel/regional';
import type { LetteredSheet, Paper, Sheet } from './Sheet';
import { toolsOf } from './tools';

/** The metadata of every document. */
export interface SheetHead {
  readonly locale: Locale;
  readonly timezone: string;
  readonly organization: string;
  readonly folio: string;
  readonly registered_at: string;
}

/** Draws a document. The same facts produce the same bytes: the only date in the file is that of the registration. */
export const writeSheet = async (
  { locale, timezone, organization, folio, registered_at }: SheetHead,
  title: string,
  paper: Paper,
  draw: (sheet: LetteredSheet) => void,
): Promise<Buffer> => {
  const { create, regular, bold, letters, translate } = await toolsOf();
  const say: Sheet['say'] = (key, params) => translate(key, locale, params);
  const info = {
    Title: `${say(title)} ${folio}`,
    Author: organization,
    Creator: 'Dorsal',
    Producer: 'Dorsal',
    CreationDate: new Date(registered_at),
  };
  const page = new create({
    size: [paper.width, paper.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: regional[locale],
    info,
  });
  const chunks: Buffer[] = [];
  page.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => page.on('end', resolve).on('error', reject));
  page.registerFont('regular', regular).registerFont('bold', bold);
  page.addPage();
  const runsOf: LetteredSheet['runsOf'] = (text, font) =>
    letters.runsOf(text).map(({ further, text: part }) => {
      if (further !== null) page.registerFont(further, letters.fontOf(further));
      return { font: further ?? font, text: part };
    });
  draw({ page, locale, timezone, say, runsOf, ...paper });
  page.end();
  await ended;
  return Buffer.concat(chunks);
};
