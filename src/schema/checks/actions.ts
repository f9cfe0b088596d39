import { Later, type Action } from '../action';
import { actionIcons } from '../actionIcons';
import { isNeverNull, type AnyField } from '../field';
import type { AnyResource } from '../resource';
import { isOneOf } from '../unknown';
import { actionsOf, entriesOf, guess, lacks, noResource, notAValue, say, type Check, type DeclarationProblem } from './problem';

/** Checks the states, inputs and icons of actions. */
export const actions: Check = (resource, registry) =>
  actionsOf(resource).flatMap(([name, { from = {}, input = {}, makes, leaves, icon, undo }]) => [
    undo !== undefined &&
      undo !== 'again' &&
      !resource.actions?.[undo] &&
      say(
        'R050',
        `${resource.name}.${name}`,
        `is taken back by "${undo}", which is no action${guess(undo, Object.keys(resource.actions ?? {}))}`,
      ),
    undo === 'again' &&
      !Object.keys(input).some((field) => resource.all[field]) &&
      say('R050', `${resource.name}.${name}`, 'is taken back by itself and asks for no field of the record'),
    makes !== undefined && !registry.find(makes) && say('R001', `${resource.name}.${name}`, noResource(makes, registry)),
    leaves !== undefined &&
      registry.find(leaves)?.appendOnly !== true &&
      say('R001', `${resource.name}.${name}`, `leaves rows of "${leaves}", which is no resource that only grows`),
    icon !== undefined &&
      !isOneOf(actionIcons, icon) &&
      say('R046', `${resource.name}.${name}`, `has the icon "${String(icon)}", which nobody draws${guess(String(icon), actionIcons)}`),
    ...Object.entries(from).flatMap(([field, values = []]) =>
      values.map((value) => {
        const wrong = notAValue(resource, field, value, 'starts from');
        return wrong && say('R029', `${resource.name}.${name}`, wrong);
      }),
    ),
    ...Object.entries(input).map(([field, { target, targets }]) => {
      const other = target ?? targets;
      return other && !registry.find(other) && say('R001', `${resource.name}.${name}.${field}`, noResource(other, registry));
    }),
  ]);

const given = (field: AnyField, asked: AnyField | undefined, name: string, { input = {} }: Action): string | null => {
  if (!asked) return `and asks for no "${name}"${guess(name, Object.keys(input))}`;
  const other = asked.values?.find((value) => field.values && !field.values.includes(value));
  if (asked.column !== field.column || other !== undefined) return `to what it asks for as "${name}", which may be another kind of value`;
  return isNeverNull(field) && !isNeverNull(asked) ? `to what it asks for as "${name}", which may be left empty` : null;
};
/** The error in one value of `set`, if any. */
const wrongWith = (field: AnyField, value: unknown, action: Action): string | null => {
  if (field.column === null || field.generated || field.computed) return 'which has no column or is computed by the database';
  if (!(value instanceof Later)) {
    if (value === null) return isNeverNull(field) ? 'to nothing, which it is never' : null;
    return field.zod.safeParse(value).success ? null : `to ${JSON.stringify(value)}, which it does not take`;
  }
  if (value.kind === 'now') return field.column === 'timestamptz' ? null : 'to the instant, and it holds none';
  if (value.kind === 'me') return field.target === 'users' ? null : 'to the person, and it leads to no user';
  return given(field, action.input?.[value.name], value.name, action);
};
const settingOf = (resource: AnyResource, name: string, action: Action): readonly (DeclarationProblem | false)[] => [
  action.set !== undefined && action.on === 'list' && say('R047', `${resource.name}.${name}`, 'sets values and acts on no record'),
  ...Object.entries(action.set ?? {}).map(([key, value]) => {
    const field = resource.all[key];
    const wrong = field ? wrongWith(field, value, action) : `and "${key}" ${lacks(resource, key, '')}`;
    return wrong !== null && say('R047', `${resource.name}.${name}`, `sets "${key}" ${wrong}`);
  }),
];
/** Checks that what an action sets fits the fields. */
export const settings: Check = (resource) => actionsOf(resource).flatMap(([name, action]) => settingOf(resource, name, action));

/** Checks that `byForm` names only values that some action sets. */
export const byForm: Check = (resource) =>
  entriesOf(resource).flatMap(([name, { byForm: values = [] }]) =>
    values.map((value) => {
      const isSet = actionsOf(resource).some(([, { set = {}, input = {} }]) => {
        const to = set[name];
        return to === value || (to instanceof Later && input[to.name]?.values?.includes(value));
      });
      return !isSet && say('R048', `${resource.name}.${name}`, `lets forms set "${value}" too, which no action sets`);
    }),
  );

/** Checks that `fixed` names only states that a record can have. */
export const fixedStates: Check = (resource) =>
  Object.entries(resource.fixed ?? {}).flatMap(([verb, { in: states }]) =>
    Object.entries(states).flatMap(([field, values = []]) =>
      values.map((value) => {
        const wrong = notAValue(resource, field, value, 'is kept back in');
        return wrong && say('R045', `${resource.name}.${verb}`, wrong);
      }),
    ),
  );
