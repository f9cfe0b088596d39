import { hasView, type AnyResource, type Service } from '../../resource';
import type { Registry } from '../../registry';
import { typeName } from '../graphql';
import { inputSchema } from '../zod';
import { invitationPaths } from './invitationPaths';
import { schemaOf, type Json } from './parts';
import { importPaths } from './importPaths';
import { recordPaths } from './recordPaths';
import { salePaths } from './salePaths';
import { patchSchema, rowSchema } from './rowSchemas';
import { allRunsPath } from './runPaths';
import { sharedSchemas } from './sharedSchemas';

const embeddedIn = (resources: readonly AnyResource[], registry: Registry): readonly AnyResource[] =>
  resources.flatMap(({ all }) => Object.values(all).flatMap(({ embeds }) => (embeds ? [registry.get(embeds.target)] : [])));

/** What a service answers besides its resources. */
const further: { readonly [S in Service]?: (registry: Registry) => Json } = {
  general: () => allRunsPath,
  user: () => invitationPaths,
  inscription: (registry) => ({ ...importPaths, ...salePaths(registry) }),
};

const describe = (service: Service, registry: Registry): Json => {
  const served = registry.all.filter((resource) => resource.service === service);
  const typed = [...new Set([...served, ...embeddedIn(served, registry)])];
  return {
    openapi: '3.1.0',
    info: { title: `Dorsal v2 ${service}`, version: '2' },
    servers: [{ url: `/v2/${service}` }],
    security: [{ bearer: [] }],
    paths: Object.assign({}, ...served.map(recordPaths), further[service]?.(registry) ?? {}) as Json,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The text of POST /api/authenticate followed by the configured suffix.' },
      },
      schemas: {
        ...sharedSchemas,
        ...Object.fromEntries(typed.map((resource) => [typeName(resource), rowSchema(resource, registry)])),
        ...Object.fromEntries(
          served
            .filter((resource) => hasView(resource, 'create'))
            .map((resource) => [`${typeName(resource)}Input`, schemaOf(inputSchema(resource, registry, 'create'))]),
        ),
        ...Object.fromEntries(
          served
            .filter((resource) => hasView(resource, 'edit'))
            .map((resource) => [`${typeName(resource)}Patch`, patchSchema(resource, registry)]),
        ),
      },
    },
  };
};

/** The documents of each registry: a registry never changes, and to describe it takes a quarter of the time to build an application. */
const documents = new WeakMap<Registry, Map<Service, Json>>();
/** What an outside host must answer to replace a service, in OpenAPI 3.1. */
export const openApi = (service: Service, registry: Registry): Json => {
  const known = documents.get(registry) ?? new Map<Service, Json>();
  documents.set(registry, known);
  const document = known.get(service) ?? describe(service, registry);
  known.set(service, document);
  return document;
};
