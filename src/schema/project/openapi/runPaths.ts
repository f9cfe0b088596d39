import { actionLimits } from '../../actionLimits';
import type { AnyResource } from '../../resource';
import { body, ok, operation, parameter, ref, type Json } from './parts';

const runParameter = parameter('runid', 'path', { type: 'string' }, 'As it was answered when the run began.');
/** The paths of the runs of an action. */
export const runPaths = (resource: AnyResource, name: string, asked: Json): readonly (readonly [string, Json])[] => {
  const runs = `/${resource.name}/actions/${name}/runs`;
  const begin = operation(
    resource,
    `${name}_begin`,
    `Freezes the records that ${name} is to be done to, ${actionLimits.run} at most, and hands it to the server, which does it whether or not anybody waits. With dry_run it is rehearsed, and nothing is changed.`,
    { ...body(asked), ...ok(ref('Run'), '201') },
  );
  const named = { parameters: [runParameter] };
  const stop = operation(resource, `${name}_stop`, 'Stops a run after the portion that is under way; what it has done stays done.', {
    ...named,
    ...ok(ref('Run')),
  });
  const resume = operation(
    resource,
    `${name}_resume`,
    'Goes on with a run that was stopped or failed, with the keys that its person holds now.',
    {
      ...named,
      ...ok(ref('Run')),
    },
  );
  const perform = operation(
    resource,
    `${name}_perform`,
    'Does what was rehearsed, once the rehearsal has finished: the same records with the same input.',
    {
      ...named,
      ...ok(ref('Run')),
    },
  );
  const state = operation(
    resource,
    `${name}_run`,
    'Where a run of this person is, with every record that it left out once it does not go on.',
    {
      ...named,
      ...ok(ref('Run')),
    },
  );
  const drop = operation(resource, `${name}_drop`, 'Gives a run up; what it has done stays done.', {
    ...named,
    responses: { 204: { description: 'Done.' } },
  });
  return [
    [runs, { post: begin }],
    [`${runs}/{runid}`, { get: state, delete: drop }],
    [`${runs}/{runid}/stop`, { post: stop }],
    [`${runs}/{runid}/resume`, { post: resume }],
    [`${runs}/{runid}/perform`, { post: perform }],
  ];
};
/** The runs of a person in all resources. */
export const allRunsPath: Json = {
  '/runs': {
    get: {
      operationId: 'runs',
      summary: 'The runs of this person over all resources, those in course first; finished ones for a day.',
      ...ok({ type: 'object', properties: { items: { type: 'array', items: ref('Run') } } }),
    },
  },
};

/** The unfinished runs of a resource. */
export const openRunsPath = (resource: AnyResource): readonly (readonly [string, Json])[] => {
  const answers = { type: 'object', properties: { items: { type: 'array', items: ref('Run') } } };
  return [
    [
      `/${resource.name}/actions/runs`,
      {
        get: operation(
          resource,
          'runs',
          'The runs that this person began and has not finished, and the rehearsals of a day that wait to be done, newest first.',
          {
            parameters: [parameter('open', 'query', { type: 'integer' }, 'Said or not, only runs that have not finished are answered.')],
            ...ok(answers),
          },
        ),
      },
    ],
  ];
};
