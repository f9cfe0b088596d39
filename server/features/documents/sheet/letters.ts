import { readFileSync } from 'node:fs';
import type { Font } from 'fontkit';
import type { OpenFont } from './tools';

/** The fonts of letters that Noto Sans lacks: Chinese and Japanese, then Korean. Each is 2.5 MB and is read when the first text needs it. */
const files = { 'noto-sc': 'NotoSansSC.ttf', 'noto-kr': 'NotoSansKR.ttf' } as const;
export type Further = keyof typeof files;
const isFurther = (name: string): name is Further => name in files;

/** A part of a text that one font has all letters of. */
export interface Run {
  /** A further font; null for the one that every document uses. */
  readonly further: Further | null;
  readonly text: string;
}
export interface Letters {
  /** A text in the parts that different fonts write. */
  readonly runsOf: (text: string) => readonly Run[];
  /** A further font for a page. */
  readonly fontOf: (name: Further) => OpenFont;
  /** The outline of a text as an SVG path with its baseline at zero, in thousandths of its size, and its width. */
  readonly outlineOf: (text: string) => { readonly path: string; readonly width: number };
}
interface LettersDeps {
  readonly main: Font;
  readonly open: (data: Buffer) => Font;
  readonly forPage: (font: Font) => OpenFont;
}

const thousand = 1000;
/** Finds for each letter the font that has it. */
export const createLetters = ({ main, open, forPage }: LettersDeps): Letters => {
  const keep =
    (opened: Map<Further, Font>) =>
    (name: Further): Font => {
      const font = opened.get(name) ?? open(readFileSync(new URL(`./fonts/${files[name]}`, import.meta.url)));
      opened.set(name, font);
      return font;
    };
  const named = keep(new Map()),
    outlined = keep(new Map());
  const names = Object.keys(files).filter(isFurther);
  /** A letter that no font has is left to the main one, which draws a box. */
  const furtherOf = (letter: string): Further | null => {
    const code = letter.codePointAt(0) ?? 0;
    return main.hasGlyphForCodePoint(code) ? null : (names.find((name) => named(name).hasGlyphForCodePoint(code)) ?? null);
  };
  const runsOf = (text: string): readonly Run[] => {
    const runs: { readonly further: Further | null; text: string }[] = [];
    for (const letter of text.normalize('NFC')) {
      const last = runs.at(-1);
      const further = last && /\p{M}|\s/u.test(letter) ? last.further : furtherOf(letter);
      if (last?.further === further) last.text += letter;
      else runs.push({ further, text: letter });
    }
    return runs;
  };
  return {
    runsOf,
    fontOf: (name) => forPage(named(name)),
    outlineOf: (text) => {
      let width = 0;
      const parts: string[] = [];
      for (const run of runsOf(text)) {
        const font = run.further === null ? main : outlined(run.further);
        const scale = thousand / font.unitsPerEm;
        const { glyphs, positions } = font.layout(run.text);
        for (const [at, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
          parts.push(glyph.path.transform(scale, 0, 0, -scale, width + xOffset * scale, -yOffset * scale).toSVG());
          width += xAdvance * scale;
        }
      }
      return { path: parts.join(''), width };
    },
  };
};
