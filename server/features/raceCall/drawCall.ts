import type { CallSection } from '@/domain/raceCall/changedSections';
import type { Locale } from '../../kernel/messages';
import { blocksOf } from '../documents/blocksOf';
import { heading, paragraph } from '../documents/sheet/Flow';
import { dayOf, drawFoot, drawHead, type Paper } from '../documents/sheet/Sheet';
import { writeSheet } from '../documents/sheet/writeSheet';

/** A published race call with what is said of its event. */
export interface PrintedCall {
  readonly locale: Locale;
  readonly timezone: string;
  readonly organization: string;
  readonly contact: string;
  readonly event: string;
  readonly title: string;
  readonly revision: number;
  readonly start_at: string;
  readonly place: string;
  /** The date of the file: the same version always has the same bytes. */
  readonly published_at: string;
  readonly sections: readonly CallSection[];
}

const letter: Paper = { width: 612, height: 792, margin: 48 };

/** Draws a race call as a document of as many pages as needed. */
export const drawCall = (call: PrintedCall): Promise<Buffer> => {
  const { locale, timezone, organization, contact, event, title, revision, start_at, place, published_at, sections } = call;
  return writeSheet(
    { locale, timezone, organization, folio: event, registered_at: published_at },
    'convocatories.singular',
    letter,
    (sheet) => {
      const { page, say } = sheet;
      const version = `${say('convocatories.fields.revision')} ${revision} · ${dayOf(sheet, published_at)}`;
      const y = drawHead(sheet, { title, event, lines: [[dayOf(sheet, start_at), place].filter(Boolean).join(' · '), version] });
      const flow = { ...sheet, y, running: `${title} · ${event}` };
      for (const section of sections) {
        heading(flow, section.title);
        for (const { text, isTitle, bullet } of blocksOf(section.body_html))
          paragraph(flow, text, { ...(isTitle && { bold: true, size: 10.5 }), bullet });
      }
      const { count } = page.bufferedPageRange();
      for (let at = 0; at < count; at += 1) {
        page.switchToPage(at);
        drawFoot(sheet, [
          [organization, contact].filter(Boolean).join(' · '),
          `${say('inscription_documents.sheet.page', { page: at + 1, pages: count })} · ${version}`,
        ]);
      }
    },
  );
};
