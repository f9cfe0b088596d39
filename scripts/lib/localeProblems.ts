import { platforms, type AnyResource } from '@/schema';
import { errorCodes, wordsOf, type ErrorCode } from '@/schema/errorCodes';
import { listKeys, messageKeys, optionalMessageKeys } from '@/schema/project/i18n';
import { undone } from './undone.mjs';

/** Texts of one language: `<namespace>.<path>` → text. */
export type Catalogue = ReadonlyMap<string, string>;
/** A source file, by its path in the project. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const languages = ['es', 'en'] as const;
type Language = (typeof languages)[number];
export type Catalogues = Readonly<Record<Language, Catalogue>>;

/** Flattens one locale file into full keys. */
export const flatten = (namespace: string, words: object): [string, string][] =>
  Object.entries(words).flatMap(([name, value]): [string, string][] =>
    typeof value === 'object' && value !== null ? flatten(`${namespace}.${name}`, value) : [[`${namespace}.${name}`, String(value)]],
  );

const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string): string => key.replace(plural, '');
const has = (catalogue: Catalogue, key: string): boolean => catalogue.has(key) || catalogue.has(`${key}_other`);
const params = (text: string): string[] => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map((match) => match[1]!);

/** The texts of every published code. */
export const codeKeys = (): readonly string[] => (Object.keys(errorCodes) as ErrorCode[]).map((code) => wordsOf({ code }));

/** Keys that no file contains literally, because they are built from declarations: the menu, the help and the fields of every row. */
const frameKeys = (resources: readonly AnyResource[]): string[] => {
  const placed = resources.filter(({ menu, within }) => menu ?? within);
  return [
    ...placed.flatMap(({ name }) => [`menu.items.${name}`, `help.topics.${name}.what`, `help.topics.${name}.how`]),
    ...placed.flatMap(({ menu }) => (menu ? [`menu.groups.${menu.group}`] : [])),
    ...platforms.map((platform) => `menu.platforms.${platform}`),
    ...resources
      .flatMap(({ all, fields }) => Object.keys(all).filter((name) => !Object.hasOwn(fields as object, name)))
      .map((name) => `common.fields.${name}`),
  ];
};
const optionalKeys = (resource: AnyResource): string[] => [
  ...optionalMessageKeys(resource),
  ...Object.keys((resource.actions ?? {}) as object).map((action) => `${resource.name}.consequences.${action}`),
];

const isFileName = /\.(css|json|tsx?|mjs|sql|svg)$/;
const literal = /(['"`])([a-z][\w]*(?:\.[\w-]+)+)\1/g;
const spoken =
  /\b(?:t|translate|maybe|say)\(\s*(?:[^()'"`]*\?\s*)?'([\w-]+(?:\.[\w-]+)*)'(?:\s*:\s*'([\w-]+(?:\.[\w-]+)*)')?(?:\s*,\s*\{[^}]*?\bns:\s*'(\w+)')?/g;
const templates = /`([a-z]\w*(?:\.[\w-]+)*\.)\$\{/g;
const reasons = /\bcode:\s*'(RULE_BROKEN|CHECK_FAILED|REFUSED)',\s*rule:\s*'([\w-]+\.\w+)'/g;
const hooks = /useTranslation\(\[?'(\w+)'/g;

export interface KeyUse {
  readonly key: string;
  readonly path: string;
}

/**
 * The complete keys in a source file. A text that only looks like a key of a resource (`events.eventid`) counts when it is passed to a
 * translation function.
 */
export const keysIn = (
  { path, text }: SourceFile,
  namespaces: ReadonlySet<string>,
  resourceNames: ReadonlySet<string>,
): readonly KeyUse[] => {
  const first = (key: string): string => key.split('.')[0]!;
  const isPage = /useTranslation\(/.test(text);
  const own = [...text.matchAll(hooks)].map((match) => match[1]!);
  const written = [...text.matchAll(literal)]
    .map((match) => match[2]!)
    .filter((key) => namespaces.has(first(key)) && !resourceNames.has(first(key)) && !isFileName.test(key) && !isPage);
  const said = [...text.matchAll(spoken)]
    .flatMap(([, one, other, ns]) => [one, other].filter((key) => key !== undefined).map((key) => ({ key, ns })))
    .flatMap(({ key, ns }) => {
      if (ns) return [`${ns}.${key}`];
      if (isPage) return own.length === 1 ? [`${own[0]}.${key}`] : [];
      return namespaces.has(first(key)) && key.includes('.') ? [key] : [];
    });
  const ruled = [...text.matchAll(reasons)].map(([, code, rule]) => wordsOf({ code: code as ErrorCode, rule: rule! }));
  return [...new Set([...written, ...said, ...ruled])].map((key) => ({ key, path }));
};
const prefixesIn = ({ text }: SourceFile): readonly string[] => {
  const own = [...text.matchAll(hooks)].map((match) => match[1]!);
  return [...text.matchAll(templates)].flatMap((match) => [match[1]!, ...own.map((namespace) => `${namespace}.${match[1]!}`)]);
};

const missing = (catalogues: Catalogues, key: string, from: string): string[] =>
  languages
    .filter((language) => !has(catalogues[language], key))
    .map((language) => `locales/${language}: "${key}" is missing (needed by ${from})`);

const mirror = ({ es, en }: Catalogues): string[] => {
  const only = (one: Catalogue, other: Catalogue, language: string) =>
    [...new Set([...one.keys()].map(base))]
      .filter((key) => !has(other, key))
      .map((key) => `locales/${language}: "${key}" is missing (the other language has it)`);
  return [...only(es, en, 'en'), ...only(en, es, 'es')];
};
const emptyWords = (catalogues: Catalogues): string[] =>
  languages.flatMap((language) =>
    [...catalogues[language]].filter(([, text]) => !text.trim()).map(([key]) => `locales/${language}: "${key}" is empty`),
  );
const unwritten = (catalogues: Catalogues): string[] =>
  languages.flatMap((language) =>
    [...catalogues[language]]
      .filter(([, text]) => new RegExp(`\\b${undone}\\b`).test(text))
      .map(([key, text]) => `locales/${language}: "${key}" still has to be written: it says "${text}"`),
  );

const differentParams = ({ es, en }: Catalogues): string[] => {
  const byBase = (catalogue: Catalogue): Map<string, Set<string>> => {
    const found = new Map<string, Set<string>>();
    for (const [key, text] of catalogue) found.set(base(key), new Set([...(found.get(base(key)) ?? []), ...params(text)]));
    return found;
  };
  const theirs = byBase(en);
  return [...byBase(es)].flatMap(([key, mine]) => {
    const others = theirs.get(key);
    return !others || (mine.size === others.size && [...mine].every((name) => others.has(name)))
      ? []
      : [`locales: "${key}" takes {${[...mine].join(', ')}} in es and {${[...others].join(', ')}} in en`];
  });
};

const unused = (
  { es }: Catalogues,
  resources: readonly AnyResource[],
  needed: ReadonlySet<string>,
  sources: readonly SourceFile[],
): string[] => {
  const names = new Set([...resources.map(({ name }) => name), 'lists']);
  const allowed = new Set(resources.flatMap(optionalKeys));
  const prefixes = [...new Set(sources.flatMap(prefixesIn))];
  const mentioned = new Set(sources.flatMap(({ text }) => [...text.matchAll(literal)].map((match) => match[2]!)));
  const isUsed = (key: string): boolean =>
    needed.has(key) || allowed.has(key) || mentioned.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
  return [...new Set([...es.keys()].map(base))]
    .filter((key) => names.has(key.split('.')[0]!) && !isUsed(key))
    .map((key) => `locales: "${key}" is used nowhere`);
};

/** Unused texts of refusals, which no code has. */
const withoutCode = ({ es }: Catalogues): string[] => {
  const known = new Set(codeKeys());
  return [...es.keys()]
    .filter((key) => /^(errors|validation)\./.test(key) && !known.has(key))
    .map((key) => `locales: "${key}" belongs to no code of src/schema/errorCodes.ts`);
};

/** All inconsistencies between the declarations, the sources and the texts, one sentence each. */
export const localeProblems = (
  resources: readonly AnyResource[],
  catalogues: Catalogues,
  sources: readonly SourceFile[],
): readonly string[] => {
  const names = new Set(resources.map(({ name }) => name));
  const namespaces = new Set([
    ...[...catalogues.es.keys(), ...catalogues.en.keys()].map((key) => key.split('.')[0]!),
    ...names,
    'common',
    'menu',
    'errors',
    'validation',
  ]);
  const declared = resources.flatMap((resource) =>
    [...messageKeys(resource), ...listKeys(resource)].map((key) => ({ key, path: `src/resources/${resource.name}` })),
  );
  const frame = frameKeys(resources).map((key) => ({ key, path: 'the menu, the help and the base fields' }));
  const codes = codeKeys().map((key) => ({ key, path: 'src/schema/errorCodes.ts' }));
  const written = sources.flatMap((source) => keysIn(source, namespaces, names));
  const uses = [...declared, ...frame, ...codes, ...written];
  const needed = new Map(uses.map(({ key, path }) => [key, path]));
  return [
    ...[...needed].flatMap(([key, path]) => missing(catalogues, key, path)),
    ...mirror(catalogues),
    ...emptyWords(catalogues),
    ...unwritten(catalogues),
    ...differentParams(catalogues),
    ...withoutCode(catalogues),
    ...unused(catalogues, resources, new Set(needed.keys()), sources),
  ];
};
