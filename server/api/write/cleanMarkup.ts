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

/** Every text inside a value, whether it is the value, one of its languages or deeper. */
const cleanTexts = (value: unknown, markup: Markup): unknown =>
  typeof value === 'string'
    ? clean(value, markup)
    : Array.isArray(value)
      ? value.map((each) => cleanTexts(each, markup))
      : isBody(value)
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleanTexts(each, markup)]))
        : value;

/** What was sent with every text of tags reduced to the tags that its field allows, also inside embedded rows and lists of objects. */
export const cleanMarkup = (registry: Registry, fields: Fields, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const { markup, members, embeds } = Object.hasOwn(fields, name) ? fields[name]! : {};
      const inner = members ?? (embeds && registry.get(embeds.target).all);
      if (markup) return [name, cleanTexts(value, markup)];
      return [
        name,
        inner && Array.isArray(value) ? value.map((row: unknown) => (isBody(row) ? cleanMarkup(registry, inner, row) : row)) : value,
      ];
    }),
  );
