import { languages, shell, type Language } from '../../auth/layout';
import type { Translate } from '../../kernel/messages';

/** What every page of a link has. */
export interface Frame {
  readonly translate: Translate;
  readonly language: Language;
}
/** Says a text of the page, escaped for HTML. */
export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;

/** The addresses of what the pages load. */
export const assets = { styles: '/sign/sign.css', watch: '/sign/sign.js', draw: '/sign/draw.js', pad: '/sign/signature_pad.js' } as const;

const linksOf = ({ language }: Frame, say: Say): string =>
  languages
    .map((other) =>
      other === language
        ? `<span lang="${other}" aria-current="true">${say(`languages.${other}`)}</span>`
        : `<a lang="${other}" hreflang="${other}" href="?lng=${other}">${say(`languages.${other}`)}</a>`,
    )
    .join('');

interface Page {
  readonly title: string;
  readonly content: string;
  /** How the language is changed; links to the same address by default. */
  readonly languages?: string;
  readonly scripts?: readonly string[];
}
/** A page of a link, which needs no sign-in, with its style and the choice of language. */
export const framedPage = (frame: Frame, say: Say, { title, content, scripts, languages: links = linksOf(frame, say) }: Page): string =>
  shell({
    language: frame.language,
    title,
    styles: assets.styles,
    content,
    languages: [say('languages.label'), links],
    ...(scripts && { scripts }),
  });
