import { actionLimits } from '../../actionLimits';
import { fieldsSchema } from '../../fieldsSchema';
import type { AnyResource } from '../../resource';
import { problems } from './sharedSchemas';
import { body, idParameter, ok, operation, ref, schemaOf, type Json } from './parts';
import { openRunsPath, runPaths } from './runPaths';

/** Takes an action back. */
const takesBack = (resource: AnyResource, name: string): Json =>
  operation(resource, `${name}_undo`, `Takes ${name} back on records that nobody has changed since, for some minutes.`, {
    ...body({ type: 'object', required: ['ids'], properties: { ids: { type: 'array', items: { type: 'integer' } } } }),
    ...ok(ref('ActionAnswer')),
  });

/** The paths of the actions of a resource. */
export const actionPaths = (resource: AnyResource): Json =>
  Object.fromEntries(
    Object.entries(resource.actions ?? {}).flatMap(([name, { on, input: fields, undo }], at) => {
      const input = fields ?? {};
      const asked = { input: schemaOf(fieldsSchema(input)) };
      const base = {
        ...asked,
        dry_run: {
          type: 'boolean',
          description: `Rehearses: the same work, undone. It takes ${actionLimits.rehearsal} records, and as a run (…/runs) as many as a run; of many it tries some and judges the others by their state and by what is left, and says how many it tried.`,
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
        {
          ...body({ type: 'object', properties: on === 'list' ? base : many }),
          ...ok(on === 'list' ? ref('ActionAnswer') : { oneOf: [ref('ActionAnswer'), ref('Estimate')] }),
        },
      );
      return [
        ...(at === 0 ? openRunsPath(resource) : []),
        ...(on === 'list' ? [] : [[`/${resource.name}/{id}/${name}`, { post: one, ...(on === 'row' && !fields && { get: asks }) }]]),
        ...(on === 'row' ? [] : [[`/${resource.name}/actions/${name}`, { post: all }]]),
        ...(undo === undefined ? [] : [[`/${resource.name}/actions/${name}/undo`, { post: takesBack(resource, name) }]]),
        ...(on === 'rows' ? runPaths(resource, name, { type: 'object', properties: many }) : []),
      ];
    }),
  );
