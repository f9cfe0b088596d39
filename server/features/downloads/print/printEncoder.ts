import { setImmediate } from 'node:timers/promises';
import { regional } from '../../../kernel/regional';
import type { Locale } from '../../../kernel/messages';
import type { Page } from '../../documents/sheet/tools';
import { toolsOf } from '../../documents/sheet/tools';
import type { Encoder, Sheet } from '../engine/Encoder';
import { linesIn } from '../engine/textEncoders';
import { packedRow, type PackedRow } from './packedRow';

/** What is drawn of kits: row by row, and what comes after the last one. */
export interface Drawing {
  readonly row: (row: PackedRow) => void;
  readonly end: () => void;
}
interface Printing {
  readonly sheet: Sheet;
  readonly locale: Locale;
  readonly size: readonly [width: number, height: number];
  readonly draw: (page: Page) => Drawing;
}

const atOnce = 20;
/** Sets kits in type page by page, so that no more than one page is in memory; other work comes in between. */
export const printEncoder = ({ sheet, locale, size: [width, height], draw }: Printing): Encoder => {
  let chunks: Buffer[] = [];
  let open: { readonly page: Page; readonly drawing: Drawing } | undefined;
  const ready = (): Buffer => {
    const all = Buffer.concat(chunks);
    chunks = [];
    return all;
  };
  return {
    begin: async () => {
      const { create, regular, bold } = await toolsOf();
      const page = new create({
        size: [width, height],
        margin: 0,
        autoFirstPage: false,
        lang: regional[locale],
        info: { Title: sheet.title, Creator: 'Dorsal', Producer: 'Dorsal' },
      });
      page.on('data', (chunk: Buffer) => chunks.push(chunk));
      page.registerFont('regular', regular).registerFont('bold', bold);
      open = { page, drawing: draw(page) };
      return ready();
    },
    write: async (data) => {
      for (const [at, line] of [...linesIn(data)].filter(Boolean).entries()) {
        if (at % atOnce === 0) await setImmediate();
        open?.drawing.row(packedRow(line));
      }
      return ready();
    },
    end: async () => {
      if (!open) return ready();
      const { page, drawing } = open;
      drawing.end();
      await new Promise<void>((resolve, reject) => {
        page.on('end', resolve).on('error', reject);
        page.end();
      });
      return ready();
    },
  };
};
