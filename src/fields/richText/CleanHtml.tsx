import createDomPurify, { type Config } from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { markup } from './markup';
import './html.css';

const purify = createDomPurify(window);
// A link sends no information about this page to the other site.
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A' || !element.hasAttribute('href')) return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

const settings = {
  ALLOWED_TAGS: Object.keys(markup.tags),
  ALLOWED_ATTR: [...new Set(Object.values(markup.tags).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: new RegExp(`^(?:${markup.schemes.join('|')}):`, 'i'),
  RETURN_DOM_FRAGMENT: true,
} satisfies Config & { RETURN_DOM_FRAGMENT: true };
/** HTML that this page may show, no matter who stored it. */
export const cleanNodes = (html: string): DocumentFragment => purify.sanitize(html, settings);

/** Shows formatted text after cleaning it: the server cleans what it receives, and this page trusts no server. */
export default function CleanHtml({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleanNodes(html)), [html]);
  return <div ref={box} className="value-html" />;
}
