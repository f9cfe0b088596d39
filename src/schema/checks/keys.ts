import { permissionKeys, verbs } from '../access';
import { comparisons } from '../filter';
import { fieldAt } from '../registry';
import { isOneOf } from '../unknown';
import { actionsOf, entriesOf, say, type Check } from './problem';

const isKey = (key: string): boolean => isOneOf(permissionKeys, key);
export const keys: Check = (resource, registry) => {
  const { name, permission, access = {} } = resource;
  const known = new Set<string>([...verbs, ...actionsOf(resource).map(([action]) => action)]);
  return [
    ...[permission]
      .flat()
      .map((key) => key !== 'anyone' && !isKey(key) && say('R042', name, `is opened by "${key}", which is no permission key`)),
    ...Object.entries(access).flatMap(([verb, specs]) => [
      !known.has(verb) &&
        say('R043', `${name}.${verb}`, `has keys in "access" and is neither an action of ${name} nor one of ${verbs.join(', ')}`),
      ...(specs ?? []).flatMap((spec) => [
        !isKey(typeof spec === 'string' ? spec : spec.key) &&
          say('R042', `${name}.${verb}`, `is opened by "${typeof spec === 'string' ? spec : spec.key}", which is no permission key`),
        ...(typeof spec === 'string'
          ? []
          : comparisons(spec.when).map(
              ({ field }) =>
                field !== resource.key &&
                !fieldAt(registry, resource, field) &&
                say('R006', `${name}.${field}`, `narrows the key of "${verb}" and leads to no field`),
            )),
      ]),
    ]),
    ...entriesOf(resource).flatMap(
      ([
        field,
        {
          options: { visibleTo = [], hiddenBy, editableBy = [] },
        },
      ]) =>
        [...visibleTo, ...editableBy, ...(hiddenBy ? [hiddenBy] : [])].map(
          (key) => !isKey(key) && say('R042', `${name}.${field}`, `is masked or opened by "${key}", which is no permission key`),
        ),
    ),
  ];
};
