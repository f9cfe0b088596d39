import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Service } from '@/schema';
import type { Json } from '@/schema/project/openapi/parts';
import { isParts, listIn, partOf, rowsIn, textIn } from '@/schema/unknown';
import { escape, languages, type Language } from '../../auth/layout';
import type { Translate } from '../../kernel/messages';
import { remember } from '../../kernel/remember';
import { exampleOf, kindOf, operationsOf, resolved, type Operation } from './exampleOf';

const styleText = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
/** The style sheet and its address, which changes with its content. */
export const styles = {
  text: styleText,
  address: `/docs/reference-${createHash('sha256').update(styleText).digest('hex').slice(0, 10)}.css`,
};

/** What every page of the reference has. */
export interface Frame {
  readonly translate: Translate;
  readonly language: Language;
  /** The public origin of the product, for the examples. */
  readonly origin: string;
  /** The path of the page. */
  readonly path: string;
}
/** A service, and its document. */
export interface Described {
  readonly service: Service;
  readonly document: Json;
  readonly hasGraphql: boolean;
}
type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string;
const sayIn =
  ({ translate, language }: Frame): Say =>
  (key, params) =>
    escape(translate(`reference.${key}`, language, params));
/** What operations are about: an entity by its name in the product, or something that is none. */
const kindName = ({ translate, language }: Frame, tag: string): string => {
  for (const key of [`${tag}.titles.list`, `reference.tags.${tag}`]) {
    const words = translate(key, language, {});
    if (words !== key) return words;
  }
  return tag;
};
const link = ({ language }: Frame, path: string, text: string): string => `<a href="${path}?lng=${language}">${text}</a>`;
const code = (text: string): string => `<code>${escape(text)}</code>`;
/** A block that is wider than a phone scrolls by itself, also from the keyboard. */
const block = (label: string, text: string): string =>
  `<figure><figcaption>${label}</figcaption><pre tabindex="0" role="group" aria-label="${label}"><code>${escape(text)}</code></pre></figure>`;

const page = (frame: Frame, title: string, trail: readonly string[], content: string): string => {
  const say = sayIn(frame);
  const others = languages.map((other) =>
    other === frame.language
      ? `<span lang="${other}" aria-current="true">${say(`languages.${other}`)}</span>`
      : `<a lang="${other}" hreflang="${other}" href="${frame.path}?lng=${other}">${say(`languages.${other}`)}</a>`,
  );
  return `<!doctype html>
<html lang="${frame.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Dorsal API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles.address}">
</head>
<body>
<header><nav aria-label="${say('where')}"><ol>${[link(frame, '/docs', 'Dorsal API'), ...trail].map((each) => `<li>${each}</li>`).join('')}</ol></nav>
<nav aria-label="${say('language')}" class="languages">${others.join(' ')}</nav></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
};

const groupsOf = (document: Json): ReadonlyMap<string, readonly Operation[]> => {
  const groups = new Map<string, Operation[]>();
  for (const each of operationsOf(document)) remember(groups, each.tag, () => []).push(each);
  return groups;
};

/** The services, and what each of them has. */
export const servicesPage = (frame: Frame, all: readonly Described[]): string => {
  const say = sayIn(frame);
  const sections = all.map(({ service, document, hasGraphql }) => {
    const base = `/docs/${service}`;
    const kinds = [...groupsOf(document).keys()].map((tag) => `<li>${link(frame, `${base}/${tag}`, escape(kindName(frame, tag)))}</li>`);
    const sdl = hasGraphql ? ` · ${link(frame, `${base}/graphql`, 'GraphQL')}` : '';
    return `<section aria-labelledby="${service}"><h2 id="${service}">${code(`/v2/${service}`)}</h2><p><a href="/v2/${service}/openapi.json">OpenAPI</a>${sdl}</p><ul class="kinds">${kinds.join('')}</ul></section>`;
  });
  const start = `curl '${frame.origin}/v2/event/events?perpage=5' \\\n  -H "Authorization: Bearer $DORSAL_KEY"`;
  return page(frame, say('title'), [], `<p>${say('lead')}</p>${block(say('request'), start)}<p>${say('rules')}</p>${sections.join('\n')}`);
};

const bodyOf = (operation: Json): unknown => {
  const content = partOf(operation['requestBody'], 'content');
  return partOf(partOf(content, 'application/json'), 'schema');
};
const answersOf = (operation: Json): readonly (readonly [string, unknown])[] =>
  Object.entries(isParts(operation['responses']) ? operation['responses'] : {});

const curlOf = (frame: Frame, service: Service, { method, path, operation }: Operation, schemas: unknown): string => {
  const address = `${frame.origin}/v2/${service}${path.replace(/\{\w+\}/g, '1')}`;
  const body = bodyOf(operation);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    '  -H "Authorization: Bearer $DORSAL_KEY"',
    ...(body ? ['  -H "Content-Type: application/json"', `  -d '${JSON.stringify(exampleOf(body, schemas), null, 2)}'`] : []),
  ].join(' \\\n');
};

const parametersTable = (say: Say, parameters: readonly unknown[]): string => {
  if (parameters.length === 0) return '';
  const rows = rowsIn(parameters).map(
    ({ name, schema, description, required }) =>
      `<tr><th scope="row">${code(textIn(name) ?? '')}${required === true ? ` <small>${say('required')}</small>` : ''}</th><td>${escape(kindOf(schema))}</td><td>${escape(textIn(description) ?? '')}</td></tr>`,
  );
  return `<h3>${say('parameters')}</h3><div class="wide" tabindex="0" role="group" aria-label="${say('parameters')}"><table><thead><tr><th scope="col">${say('name')}</th><th scope="col">${say('type')}</th><th scope="col">${say('means')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};
const fieldsTable = (say: Say, title: string, schema: unknown): string => {
  const properties = partOf(schema, 'properties');
  if (!isParts(properties)) return '';
  const required = new Set(listIn(partOf(schema, 'required')));
  const rows = Object.entries(properties).map(
    ([name, each]) =>
      `<tr><th scope="row">${code(name)}${required.has(name) ? ` <small>${say('required')}</small>` : ''}</th><td>${escape(kindOf(each))}</td></tr>`,
  );
  return `<div class="wide" tabindex="0" role="group" aria-label="${title}"><table><caption>${title}</caption><thead><tr><th scope="col">${say('name')}</th><th scope="col">${say('type')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
};

const operationSection = (frame: Frame, { service, document }: Described, each: Operation): string => {
  const say = sayIn(frame);
  const { method, path, operation } = each;
  const schemas = partOf(document['components'], 'schemas');
  const answers = answersOf(operation);
  const [, done] = answers.find(([status]) => status.startsWith('2')) ?? [];
  const shape = partOf(partOf(partOf(done, 'content'), 'application/json'), 'schema');
  const id = textIn(operation['operationId']) ?? `${method}${path}`.replace(/\W+/g, '_');
  const codes = answers.map(([status, answer]) => `<li>${code(status)} ${escape(textIn(partOf(answer, 'description')) ?? '')}</li>`);
  const body = bodyOf(operation);
  return `<section aria-labelledby="${id}"><h2 id="${id}"><b class="method">${method}</b> ${code(`/v2/${service}${path}`)}</h2>
<p lang="en">${escape(textIn(operation['summary']) ?? '')}</p>
${parametersTable(say, listIn(operation['parameters']))}
${body ? fieldsTable(say, say('body'), resolved(body, schemas)) : ''}
${block(say('request'), curlOf(frame, service, each, schemas))}
${shape ? block(say('answer'), JSON.stringify(exampleOf(shape, schemas), null, 2)) : ''}
<h3>${say('statuses')}</h3><ul class="statuses" lang="en">${codes.join('')}</ul></section>`;
};

/** The operations of one kind of record; null when the service has none. */
export const kindPage = (frame: Frame, described: Described, tag: string): string | null => {
  const operations = groupsOf(described.document).get(tag);
  if (!operations) return null;
  const contents = operations.map(
    ({ method, path, operation }) =>
      `<li><a href="#${textIn(operation['operationId']) ?? `${method}${path}`.replace(/\W+/g, '_')}">${method} ${escape(path)}</a></li>`,
  );
  return page(
    frame,
    escape(kindName(frame, tag)),
    [link(frame, '/docs', escape(`/v2/${described.service}`))],
    `<ul class="contents">${contents.join('')}</ul>${operations.map((each) => operationSection(frame, described, each)).join('\n')}`,
  );
};

/** The GraphQL schema of a service, with how it is asked. */
export const graphqlPage = (frame: Frame, service: Service, sdl: string): string => {
  const say = sayIn(frame);
  const start = `curl '${frame.origin}/v2/${service}/_/graphql' \\\n  -H "Authorization: Bearer $DORSAL_KEY" -H "Content-Type: application/json" \\\n  -d '{"query": "{ service }"}'`;
  return page(
    frame,
    `GraphQL: ${escape(`/v2/${service}`)}`,
    [link(frame, '/docs', escape(`/v2/${service}`))],
    `<p>${say('graphql')}</p>${block(say('request'), start)}${block(say('schema'), sdl)}`,
  );
};
