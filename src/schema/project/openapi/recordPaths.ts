import type { AnyField } from '../../field';
import { hasView, type AnyResource } from '../../resource';
import { typeName } from '../graphql';
import { actionPaths } from './actionPaths';
import { listParameters } from './listParameters';
import { asJson, body, idParameter, ok, operation, ref, type Json } from './parts';

const binary: Json = { type: 'string', format: 'binary' };
/** A write as JSON, or as multipart if the record has files: the values in `data`, each file in a part named after its field. */
const writeBody = ({ fields }: AnyResource, schema: Json): Json => {
  const files = Object.entries(fields as Readonly<Record<string, AnyField>>)
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

/** The paths of a resource: its list, its records, their history and their actions. */
export const recordPaths = (resource: AnyResource): Json => {
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
