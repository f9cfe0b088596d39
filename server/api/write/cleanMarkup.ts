import sanitizeHtml from 'sanitize-html';
import type { Fields, Markup, Registry } from '@/schema';

type Body = Readonly<Record<string, unknown>>;
const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

const clean = (text: string, { tags, schemes }: Markup): string =>
  sanitizeHtml(text, {
    allowedTags: Object.keys(tags),
    allowedAttributes: Object.fromEntries(Object.entries(tags).map(([tag, attributes]) => [tag, [...attributes]])),
    allowedSchemes: [...schemes],
    allowedSchemesByTag: {},
    allowProtocolRelative: false,
    allowedClasses: {},
    allowedStyles: {},
    disallowedTagsMode: 'discard',
  }).trim();

/** Every text inside a value: the value itself, one of its languages or a nested one. */
const cleanTexts = (value: unknown, markup: Markup): unknown =>
  typeof value === 'string'
    ? clean(value, markup)
    : Array.isArray(value)
      ? value.map((each) => cleanTexts(each, markup))
      : isBody(value)
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanTexts(each, markup)]))
        : value;

/** The request with every HTML text reduced to the tags that its field allows, also inside embedded rows and lists of objects. */
export const cleanMarkup = (registry: Registry, fields: Fields, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const { markup, members, embeds } = (Object.hasOwn(fields, name) && fields[name]) || {};
      const inner = members ?? (embeds && registry.get(embeds.target).all);
      if (markup) return [name, cleanTexts(value, markup)];
      return [
        name,
        inner && Array.isArray(value) ? value.map((row: unknown) => (isBody(row) ? cleanMarkup(registry, inner, row) : row)) : value,
      ];
    }),
  );
