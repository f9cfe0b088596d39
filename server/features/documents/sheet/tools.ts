import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { createTranslate, type Translate } from '../../../kernel/messages';
import { createLetters, type Letters } from './letters';

export type Page = typeof PDFDocument extends new (...given: never[]) => infer P ? P : never;
/**
 * An opened font; the types do not know that a page accepts one. Opening it for each document costs ten times as much as everything
 * else.
 */
export type OpenFont = Parameters<Page['registerFont']>[1];
interface Tools {
  readonly create: typeof PDFDocument;
  readonly regular: OpenFont;
  readonly bold: OpenFont;
  /** Letters that these fonts lack. */
  readonly letters: Letters;
  readonly translate: Translate;
}

const installed = createRequire(import.meta.url);
const fontFile = (name: string): Buffer => readFileSync(installed.resolve(`@expo-google-fonts/noto-sans/${name}.ttf`));
/**
 * A font whose letters stay what they are, in this document and in later ones. Noto Sans writes some of them, like ị, as a plain letter and a dot, and a search in
 * the file would find the plain letter; a letter that was first met as a part of another, like c of ć, would not be found at all.
 */
const knowingLetters = (font: Font): Font => {
  const layout = font.layout.bind(font),
    getGlyph = font.getGlyph.bind(font);
  // A text that comes in pieces is still put together.
  font.layout = (text, features, ...more) => layout(text, features ?? (/\p{M}/u.test(text) ? undefined : { ccmp: false }), ...more);
  font.getGlyph = (id, letters = []) => {
    const glyph = getGlyph(id, letters);
    if (glyph.codePoints.length === 0) glyph.codePoints.push(...letters);
    return glyph;
  };
  return font;
};
let opened: Promise<Tools> | null = null;
const open = async (): Promise<Tools> => {
  const [{ default: create }, fonts] = await Promise.all([import('pdfkit'), import('fontkit')]);
  const openFont = (data: Buffer): Font => {
    const font = fonts.create(data);
    if (!('layout' in font)) throw new Error('a file with several fonts');
    return knowingLetters(font);
  };
  const forPage = (font: Font): OpenFont => font as unknown as OpenFont;
  const regular = fontFile('400Regular/NotoSans_400Regular');
  return {
    create,
    regular: forPage(openFont(regular)),
    bold: forPage(openFont(fontFile('700Bold/NotoSans_700Bold'))),
    // Of its own: an outline leaves glyphs in a font that no longer know their letters, and a document could not be searched for them.
    letters: createLetters({ main: openFont(regular), open: openFont, forPage }),
    translate: createTranslate(fileURLToPath(new URL('../../../../locales', import.meta.url))),
  };
};
/** The fonts and libraries are loaded with the first document, so neither the start nor other requests wait for them. */
export const toolsOf = (): Promise<Tools> => (opened ??= open());
