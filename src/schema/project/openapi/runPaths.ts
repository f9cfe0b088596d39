import { actionLimits } from '../../actionLimits';
import type { AnyResource } from '../../resource';
import { body, ok, operation, parameter, ref, type Json } from './parts';

const runParameter = parameter('runid', 'path', { type: 'string' }, 'As it was answered when the run began.');
/** The addresses of the runs of an action. */
export const runPaths = (resource: AnyResource, name: string, asked: Json): readonly (readonly [string, Json])[] => {
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
/** The runs of a person over all resources. */
export const allRunsPath: Json = {
  '/runs': {
    get: {
      operationId: 'runs',
      summary: 'The runs of this person over all resources, those in course first; finished ones for a day.',
      ...ok({ type: 'object', properties: { items: { type: 'array', items: ref('Run') } } }),
    },
  },
};

/** The runs of a resource that have not finished. */
export const openRunsPath = (resource: AnyResource): readonly (readonly [string, Json])[] => {
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
