import type { Registry } from '@/schema';
import { services, type AnyResource, type Service } from '@/schema/resource';
import { typeName, serviceSdl } from '@/schema/project/graphql';
import { openApi } from '@/schema/project/openapi/openApi';
import { fixedQueries } from '../../server/api/graphql/fixedQueries';
import { code, page, prose, table } from './markdown';
import type { Pages } from './writeLanguage';

/** A part of an OpenAPI document, as far as these pages read it. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}
interface Operation {
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const typeOf = ({ type, $ref, anyOf, enum: values, items }: JsonSchema = {}): string =>
  $ref
    ? $ref.split('/').at(-1)!
    : anyOf
      ? [...new Set(anyOf.map(typeOf))].join(' or ')
      : values
        ? values.map((value) => JSON.stringify(value)).join(' or ')
        : type === 'array'
          ? `list of ${typeOf(items)}`
          : type === undefined
            ? 'any'
            : [type].flat().join(' or ');

const longestType = 90;
const shortType = (schema: JsonSchema | undefined): string => {
  const text = typeOf(schema);
  return `\`${text.length > longestType ? `${text.slice(0, longestType)}…` : text}\``;
};

const routesOf = ({ paths }: Document, tag: string | undefined): readonly (readonly string[])[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags?.[0] === tag)
      .map(([method, { summary }]) => [`\`${method.toUpperCase()} ${path}\``, prose(summary)]),
  );

const accepted = (schema: JsonSchema | undefined, name: string): string =>
  !schema?.properties || !(name in schema.properties) ? '' : schema.required?.includes(name) ? 'required' : 'yes';
const fieldsOf = (resource: AnyResource, { components: { schemas } }: Document): string => {
  const type = typeName(resource);
  const row = schemas[type]?.properties ?? {};
  return table(
    ['Field', 'Type', 'To create', 'To change'],
    Object.entries(row).map(([name, schema]) => [
      `\`${name}\``,
      shortType(schema),
      accepted(schemas[`${type}Input`], name),
      accepted(schemas[`${type}Patch`], name),
    ]),
  );
};

const resourceSection = (resource: AnyResource, document: Document): string =>
  page(
    `## ${resource.name}`,
    table(['Route', 'Does'], routesOf(document, resource.name)),
    page(`::: details Fields of ${resource.name}`, fieldsOf(resource, document), ':::').trimEnd(),
  ).trimEnd();

const servicePage = (service: Service, registry: Registry): string => {
  const document = openApi(service, registry) as unknown as Document;
  const served = registry.all.filter((resource) => resource.service === service);
  const more = routesOf(document, undefined);
  return page(
    `# Service ${service}`,
    `REST under \`/v2/${service}\`. The server answers the same as OpenAPI 3.1 at \`/v2/${service}/openapi.json\`. Reads by GraphQL go to \`/v2/${service}/_/graphql\`.`,
    `Resources: ${served.map(({ name }) => `[${name}](#${name.replaceAll('_', '-')})`).join(', ')}.`,
    ...served.map((resource) => resourceSection(resource, document)),
    more.length > 0 ? page('## Other routes', table(['Route', 'Does'], more)).trimEnd() : '',
    '## GraphQL',
    page('::: details Schema', code(serviceSdl(service, registry, fixedQueries(service)), 'graphql'), ':::').trimEnd(),
  );
};

const errorsSection = (registry: Registry): string => {
  const document = openApi('event', registry) as unknown as Document;
  const [operations] = Object.values(document.paths);
  const answers = Object.entries(operations?.['get']?.responses ?? {}).filter(([status]) => status >= '400');
  const schema = document.components.schemas['Error'];
  return page(
    '## Errors',
    'Every refusal is a JSON object of this shape. Messages are in the language of `Accept-Language`; without one they are in Spanish.',
    table(
      ['Member', 'Type'],
      Object.entries(schema?.properties ?? {}).map(([name, each]) => [`\`${name}\``, shortType(each)]),
    ),
    table(
      ['Status', 'Means'],
      answers.map(([status, { description }]) => [status, prose(description)]),
    ),
  ).trimEnd();
};

/** The API of every service, and the rules for all of them. */
export const writeApi = (registry: Registry): Pages => ({
  'api.md': page(
    '# API',
    'The browser speaks with the server through eight services. Each serves some resources. Whatever a screen can do, a program can do with the same routes and the same permissions.',
    table(
      ['Service', 'Resources'],
      services.map((service) => [
        `[${service}](./api/${service})`,
        registry.all
          .filter((resource) => resource.service === service)
          .map(({ name }) => `[${name}](./api/${service}#${name.replaceAll('_', '-')})`)
          .join(', '),
      ]),
    ),
    errorsSection(registry),
  ),
  ...Object.fromEntries(services.map((service) => [`api/${service}.md`, servicePage(service, registry)])),
});
