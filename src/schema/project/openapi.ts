import type { Action } from '../action';
import { z } from 'zod';
import { actionLimits } from '../actionLimits';
import type { AnyField } from '../field';
import { fieldsSchema } from '../fieldsSchema';
import { operators } from '../filter';
import { joinName, type Registry } from '../registry';
import { hasView, isAlwaysSaid, type AnyResource, type Service, fieldOf } from '../resource';
import { typeName } from './graphql';
import { inputSchema } from './zod';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
};
const nullable = (schema: Json): Json => ({ anyOf: [schema, { type: 'null' }] });
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const asJson = (schema: Json): Json => ({ 'application/json': { schema } });
const answer = (description: string, schema: Json): Json => ({ description, content: asJson(schema) });

const errorAnswers: Json = Object.fromEntries(
  [
    ['400', 'The request is wrong, field by field.'],
    ['401', 'Nobody is signed in.'],
    ['403', 'Visible, but no key opens it.'],
    ['404', 'Not visible.'],
    ['409', 'Contradicts the present state, or a stale version.'],
  ].map(([status, description]) => [status, answer(description!, ref('Error'))]),
);

const referenceSchema = (target: AnyResource): Json => ({
  type: 'object',
  required: [target.key],
  properties: { [target.key]: { type: 'integer' }, title: { type: ['string', 'null'] } },
});
const joinedSchema = (name: string, { target, targets }: AnyField, registry: Registry): readonly (readonly [string, Json])[] =>
  target
    ? [[joinName(name), nullable(referenceSchema(registry.get(target)))]]
    : targets
      ? [[joinName(name), nullable({ type: 'array', items: referenceSchema(registry.get(targets)) })]]
      : [];
const valueSchema = (resource: AnyResource, name: string, registry: Registry): Json => {
  const field = fieldOf(resource, name);
  if (field.embeds) return { type: 'array', items: ref(typeName(registry.get(field.embeds.target))) };
  const masked = Boolean(field.options.hiddenBy ?? field.options.visibleTo ?? field.options.platformOnly);
  const value = schemaOf(field.zod);
  return isAlwaysSaid(resource, name) && !masked ? value : nullable(value);
};
const rowSchema = (resource: AnyResource, registry: Registry): Json => ({
  type: 'object',
  required: [resource.key],
  properties: {
    [resource.key]: { type: 'integer' },
    ...Object.fromEntries(
      Object.entries(resource.all).flatMap(([name, field]) => [
        [name, valueSchema(resource, name, registry)],
        ...joinedSchema(name, field, registry),
      ]),
    ),
  },
});
const patchSchema = (resource: AnyResource, registry: Registry): Json => {
  const patch = schemaOf(inputSchema(resource, registry, 'patch')) as { readonly properties?: Json };
  return { ...patch, properties: { ...patch.properties, version: { type: 'integer' } }, required: ['version'] };
};

const parameter = (name: string, place: 'path' | 'query', schema: Json, description: string): Json => ({
  name,
  in: place,
  required: place === 'path',
  schema,
  description,
});
const idParameter = parameter('id', 'path', { type: 'integer' }, 'Key of the record.');
/** What the address of a list takes. */
export const listParameterNames: readonly string[] = [
  '_start',
  '_end',
  '_sort',
  '_order',
  'columns',
  'filter',
  'q',
  'id',
  'page',
  'perpage',
];
const listParameters = (resource: AnyResource): readonly Json[] => [
  parameter('_start', 'query', { type: 'integer', default: 0 }, 'First row.'),
  parameter('_end', 'query', { type: 'integer', default: 25 }, 'Row after the last.'),
  parameter('_sort', 'query', { type: 'string' }, 'Names separated by commas.'),
  parameter('_order', 'query', { type: 'string' }, 'asc or desc for each of them.'),
  parameter('columns', 'query', { type: 'string' }, 'Names separated by commas; the columns of the list when absent.'),
  parameter(
    'filter',
    'query',
    { type: 'string' },
    `A condition as JSON: { and | or: [...] }, { not } or { field, op, value } with op of ${operators.join(', ')}. Fields: ${[resource.key, ...(resource.list.filters ?? [])].join(', ')}.`,
  ),
  parameter('q', 'query', { type: 'string' }, `Words to find in ${(resource.list.search ?? []).join(', ') || 'nothing'}.`),
  parameter('id', 'query', { type: 'array', items: { type: 'integer' } }, 'Keys of the records that are asked for, one parameter each.'),
  parameter('page', 'query', { type: 'integer', default: 1 }, 'The page, counted from 1, where `_start` is not said.'),
  parameter('perpage', 'query', { type: 'integer', default: 25 }, 'Records of a page, where `_end` is not said.'),
];

const operation = (resource: AnyResource, name: string, summary: string, more: Json): Json => ({
  operationId: `${name}_${resource.name}`,
  tags: [resource.name],
  summary,
  ...more,
  responses: { ...(more['responses'] as Json), ...errorAnswers },
});
const body = (schema: Json): Json => ({ requestBody: { required: true, content: asJson(schema) } });
const binary: Json = { type: 'string', format: 'binary' };
/** A write as JSON, or where the record has files as multipart: the values in `data`, each file in the part that is named after its field. */
const writeBody = ({ fields }: AnyResource, schema: Json): Json => {
  const files = Object.entries(fields)
    .filter(([, field]) => field.uploads && !field.options.readOnly)
    .map(([name]) => [name, binary]);
  return files.length === 0
    ? body(schema)
    : {
        requestBody: {
          required: true,
          content: {
            ...asJson(schema),
            'multipart/form-data': { schema: { type: 'object', properties: { data: schema, ...Object.fromEntries(files) } } },
          },
        },
      };
};
const ok = (schema: Json, status = '200'): Json => ({ responses: { [status]: answer('Done.', schema) } });

const problems: Json = { type: 'array', items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } } };

const runParameter = parameter('runid', 'path', { type: 'string' }, 'As it was answered when the run began.');
const runPaths = (resource: AnyResource, name: string, asked: Json): readonly (readonly [string, Json])[] => {
  const runs = `/${resource.name}/actions/${name}/runs`;
  const begin = operation(
    resource,
    `${name}_begin`,
    `Freezes the records that ${name} is to be done to, ${actionLimits.run} at most; nothing is changed yet.`,
    { ...body(asked), ...ok(ref('Run'), '201') },
  );
  const step = operation(
    resource,
    `${name}_continue`,
    'Does the next records in one transaction when `from` is as many as are done, and only answers the state otherwise; sent again it does nothing twice.',
    {
      parameters: [runParameter],
      ...body({ type: 'object', required: ['from'], properties: { from: { type: 'integer' } } }),
      ...ok(ref('Run')),
    },
  );
  const state = operation(resource, `${name}_run`, 'Where a run of this person stands, with every record that it left out.', {
    parameters: [runParameter],
    ...ok(ref('Run')),
  });
  const drop = operation(resource, `${name}_drop`, 'Gives a run up; what it has done stays done.', {
    parameters: [runParameter],
    responses: { 204: { description: 'Done.' } },
  });
  return [
    [runs, { post: begin }],
    [`${runs}/{runid}`, { post: step, get: state, delete: drop }],
  ];
};
const allRunsPath: Json = {
  '/runs': {
    get: {
      operationId: 'runs',
      summary: 'The runs of this person over all resources, those in course first; finished ones for a day.',
      ...ok({ type: 'object', properties: { items: { type: 'array', items: ref('Run') } } }),
    },
  },
};
const invitationSchema: Json = {
  type: 'object',
  properties: {
    membershipid: { type: 'integer' },
    organizationid: { type: 'integer' },
    organization: { type: 'string' },
    sender: nullable({ type: 'string' }),
    profile: nullable({ type: 'object' }),
    event_scope: { type: 'string' },
    events: { type: 'array', items: { type: 'object' } },
    starts_at: nullable({ type: 'string' }),
    expires_at: nullable({ type: 'string' }),
    answer_by: nullable({ type: 'string' }),
  },
};
const invitationAnswer = (name: 'accept' | 'decline', summary: string): Json => ({
  [`/invitations/{id}/${name}`]: {
    post: {
      operationId: `invitations_${name}`,
      summary,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      ...ok({ type: 'object', properties: { organizationid: { type: 'integer' } } }),
    },
  },
});
const invitationPaths: Json = {
  '/invitations': {
    get: {
      operationId: 'invitations',
      summary: 'The invitations that wait for the person who is signed in.',
      ...ok({ type: 'object', properties: { items: { type: 'array', items: invitationSchema } } }),
    },
  },
  ...invitationAnswer('accept', 'The person who is signed in becomes a member by an invitation of theirs.'),
  ...invitationAnswer('decline', 'The person who is signed in says no to an invitation of theirs; nothing is kept of who they are.'),
};
const openRunsPath = (resource: AnyResource): readonly (readonly [string, Json])[] => {
  const answers = { type: 'object', properties: { items: { type: 'array', items: ref('Run') } } };
  return [
    [
      `/${resource.name}/actions/runs`,
      {
        get: operation(resource, 'runs', 'The runs that this person began and has not finished, newest first.', {
          parameters: [parameter('open', 'query', { type: 'integer' }, 'Said or not, only runs that have not finished are answered.')],
          ...ok(answers),
        }),
      },
    ],
  ];
};

const actionPaths = (resource: AnyResource): Json =>
  Object.fromEntries(
    Object.entries(resource.actions ?? {}).flatMap(([name, { on, input: fields }], at) => {
      const input = fields ?? {};
      const asked = { input: schemaOf(fieldsSchema(input)) };
      const base = {
        ...asked,
        dry_run: {
          type: 'boolean',
          description:
            'Rehearses: the same work, undone. It takes as many records as a run; of many it tries some and judges the others by their state and by what is left, and says how many it tried.',
        },
      };
      const chosen = { ids: { type: 'array', items: { type: 'integer' } }, filter: {}, search: { type: 'string' } };
      const many = { ...base, ...chosen };
      const one = operation(resource, name, `Runs ${name} on one record.`, {
        parameters: [idParameter],
        ...body({ type: 'object', properties: base }),
        ...ok(ref('ActionAnswer')),
      });
      const asks = operation(
        resource,
        `${name}_obstacles`,
        `What keeps a record from ${name} now, rehearsed; nothing when the list is empty.`,
        { parameters: [idParameter], ...ok({ type: 'object', required: ['errors'], properties: { errors: problems } }) },
      );
      const all = operation(
        resource,
        `${name}_many`,
        on === 'list'
          ? `Runs ${name}.`
          : `Runs ${name} on a selection or a filter of ${actionLimits.request} records at most; runs take more.`,
        { ...body({ type: 'object', properties: on === 'list' ? base : many }), ...ok(ref('ActionAnswer')) },
      );
      return [
        ...(at === 0 ? openRunsPath(resource) : []),
        ...(on === 'list' ? [] : [[`/${resource.name}/{id}/${name}`, { post: one, ...(on === 'row' && !fields && { get: asks }) }]]),
        ...(on === 'row' ? [] : [[`/${resource.name}/actions/${name}`, { post: all }]]),
        ...(on === 'rows' ? runPaths(resource, name, { type: 'object', properties: { ...asked, ...chosen } }) : []),
      ];
    }),
  );

const pathsOf = (resource: AnyResource): Json => {
  const type = typeName(resource);
  const row = ref(type);
  const writes = {
    ...(hasView(resource, 'create') && {
      post: operation(resource, 'create', 'Creates a record with its embedded rows.', {
        ...writeBody(resource, ref(`${type}Input`)),
        ...ok(row, '201'),
      }),
    }),
  };
  const changes = hasView(resource, 'edit')
    ? {
        patch: operation(resource, 'edit', 'Changes what is sent and nothing else; the version is obligatory.', {
          parameters: [idParameter],
          ...writeBody(resource, ref(`${type}Patch`)),
          ...ok(row),
        }),
        delete: operation(resource, 'delete', 'Removes a record.', {
          parameters: [idParameter],
          ...body({ type: 'object', required: ['version'], properties: { version: { type: 'integer' } } }),
          ...ok({ type: 'object' }),
        }),
      }
    : {};
  return {
    [`/${resource.name}`]: {
      get: operation(resource, 'list', 'One page; the total travels in x-total-count.', {
        parameters: listParameters(resource),
        ...ok({ type: 'array', items: row }),
      }),
      ...writes,
    },
    [`/${resource.name}/{id}`]: {
      get: operation(resource, 'show', 'One record whole.', { parameters: [idParameter], ...ok(row) }),
      ...changes,
    },
    [`/${resource.name}/{id}/history`]: {
      get: operation(resource, 'history', 'Who changed what, newest first.', { parameters: [idParameter], ...ok({ type: 'object' }) }),
    },
    ...actionPaths(resource),
  };
};

const refusals: Json = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' }, reason: { type: 'string' } } } };
const sharedSchemas: Json = {
  Error: {
    type: 'object',
    required: ['statusCode', 'message', 'errors'],
    properties: { statusCode: { type: 'integer' }, message: { type: 'string' }, errors: problems },
  },
  ActionAnswer: {
    type: 'object',
    required: ['ok', 'skipped', 'failed'],
    properties: {
      ok: { type: 'integer' },
      skipped: refusals,
      failed: refusals,
      tried: { type: 'integer', description: 'On how many records a rehearsal ran the whole code, where that was not all of them.' },
      total: { type: 'integer' },
      result: {},
    },
  },
  Run: {
    type: 'object',
    required: ['runid', 'total', 'done', 'ok', 'left', 'skipped', 'failed', 'finished'],
    properties: {
      runid: { type: 'string' },
      action: { type: 'string' },
      total: { type: 'integer' },
      done: { type: 'integer' },
      ok: { type: 'integer' },
      left: {
        type: 'object',
        description: 'How many were left out so far.',
        properties: { skipped: { type: 'integer' }, failed: { type: 'integer' } },
      },
      skipped: { ...refusals, description: 'Whole when the run has finished and when its state is read; empty in the answers before.' },
      failed: refusals,
      finished: { type: 'boolean' },
      created: { type: 'string' },
    },
  },
};

const embeddedIn = (resources: readonly AnyResource[], registry: Registry): readonly AnyResource[] =>
  resources.flatMap(({ all }) => Object.values(all).flatMap(({ embeds }) => (embeds ? [registry.get(embeds.target)] : [])));

/** What an outside host must answer to stand in for a service, in OpenAPI 3.1. */
export const openApi = (service: Service, registry: Registry): Json => {
  const served = registry.all.filter((resource) => resource.service === service);
  const typed = [...new Set([...served, ...embeddedIn(served, registry)])];
  return {
    openapi: '3.1.0',
    info: { title: `Dorsal v2 ${service}`, version: '2' },
    servers: [{ url: `/v2/${service}` }],
    security: [{ bearer: [] }],
    paths: Object.assign(
      {},
      ...served.map(pathsOf),
      service === 'general' ? allRunsPath : service === 'user' ? invitationPaths : {},
    ) as Json,
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
