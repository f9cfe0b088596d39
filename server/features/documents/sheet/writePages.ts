import type { Head } from '../Head';
import type { Flow } from './Flow';
import { dayOf, drawFoot, drawHead, type Paper } from './Sheet';
import { writeSheet } from './writeSheet';

/** The usual paper in Mexico. */
const letter: Paper = { width: 612, height: 792, margin: 48 };
const word = (name: string): string => `inscription_documents.sheet.${name}`;

/** Draws a document of several pages: its head on the first one, and on each the folio, the fingerprint and the page number. */
export const writePages = (
  head: Head,
  { title, content }: { readonly title: string; readonly content: string },
  body: (flow: Flow) => void,
): Promise<Buffer> =>
  writeSheet(head, title, letter, (sheet) => {
    const { page, say } = sheet;
    const y = drawHead(sheet, { title: say(title), event: head.event, lines: [`${dayOf(head, head.start_at)} · ${head.distance}`] });
    body({ ...sheet, y, running: `${say(title)} · ${head.folio} · ${head.event}` });
    const { count } = page.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      page.switchToPage(at);
      drawFoot(sheet, [
        `${say(word('organization'))}: ${head.legal_name ?? head.organization} · ${head.contact}`,
        `${say(word('page'), { page: at + 1, pages: count })} · ${say('inscription_documents.proof.folio')} ${head.folio} · ${say(word('zone'), { zone: head.timezone })}`,
        `${say(word('content'))} ${content}`,
      ]);
    }
  });
