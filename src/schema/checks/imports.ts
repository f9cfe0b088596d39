import { permissionKeys } from '../access';
import { importModes, importTypes, matchKeys } from '../imports';
import { isOneOf } from '../unknown';
import { guess, lacks, say, type Check } from './problem';

const known = [
  'type',
  'permission',
  'modes',
  'writes',
  'matches',
  'event',
  'athlete',
  'unseen',
  'changes',
  'blanks',
  'supplies',
  'finds',
  'gathers',
  'live',
  'once',
] as const;
const oneOf = (list: readonly string[], what: string, value: string) =>
  !isOneOf(list, value) && `has the ${what} "${value}"; there are ${list.join(', ')}${guess(value, list)}`;

/** What files may fill is there, and each kind of file fills one entity. */
export const imports: Check = (resource, registry) => {
  const { name, imports: declared } = resource;
  if (!declared) return [];
  const at = `${name}.imports`;
  const { type, permission, modes, writes, matches, event, athlete, finds, supplies = [], once = [], gathers = {} } = declared;
  const others = registry.all.filter((other) => other.name !== name && other.imports?.type === type);
  const target = athlete && resource.all[athlete.field]?.target;
  const fields = [
    ...writes,
    ...Object.values(matches).flat(),
    ...supplies,
    ...once.flat(),
    ...Object.keys(gathers),
    ...(event ? [event] : []),
    ...(athlete ? [athlete.field] : []),
  ];
  const wrong = [
    ...Object.keys(declared).map((option) => oneOf(known, 'option', option)),
    oneOf(importTypes, 'type', type),
    oneOf(permissionKeys, 'key', permission),
    ...modes.map((mode) => oneOf(importModes, 'mode', mode)),
    ...Object.keys(matches).map((match) => oneOf(matchKeys, 'match', match)),
    ...others.map((other) => `has the type "${type}" of ${other.name}`),
    ...fields.map((field) => !resource.all[field] && `names "${field}", which ${lacks(resource, field, '')}`),
    event !== undefined && resource.all[event]?.target !== 'events' && `takes its event from "${event}", which leads to no event`,
    athlete && !target && `finds an athlete for "${athlete.field}", which leads to nobody`,
    ...(target ? athlete.says : []).map(
      (field) => target && !registry.find(target)?.all[field] && `reads "${field}" of an athlete, and there is no ${target}.${field}`,
    ),
    !finds && modes.some((mode) => mode !== 'add') && Object.keys(matches).length === 0 && 'changes records and says by no "matches" which',
  ];
  return wrong.flatMap((sentence) => (sentence ? [say('R049', at, sentence)] : []));
};
