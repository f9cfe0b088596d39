import { isSingle, fieldAt, pathOf } from '../registry';
import { entriesOf, namesOf, noResource, say, type Check } from './problem';

export const references: Check = (resource, registry) =>
  entriesOf(resource).flatMap(([name, { target, targets, embeds, computed }]) => {
    const at = `${resource.name}.${name}`;
    const other = target ?? targets ?? embeds?.target ?? computed?.target;
    if (!other) return [];
    if (!registry.find(other)) return [say('R001', at, noResource(other, registry))];
    const via = embeds?.via ?? computed?.via;
    return [
      target && !name.endsWith('id') && say('R011', at, 'is a reference: it is named after the key that it holds and must end in "id"'),
      targets &&
        !name.endsWith('ids') &&
        say('R011', at, 'is a set of references: it is named after the key that it holds and must end in "ids"'),
      via &&
        registry.get(other).all[via]?.target !== resource.name &&
        say('R004', at, `reads the rows of ${other} by ${other}.${via}, which is not a link to ${resource.name}`),
      computed?.or !== undefined &&
        (computed.stored || registry.get(other).all[computed.or]?.target !== resource.name) &&
        say(
          'R004',
          at,
          `also counts the rows of ${other} by ${other}.${computed.or}, which is not a link to ${resource.name}, or it is kept`,
        ),
      embeds?.order !== undefined &&
        registry.get(other).all[embeds.order]?.column !== 'integer' &&
        say('R024', at, `keeps its order in ${other}.${embeds.order}, which is not an integer`),
      computed?.kind === 'latest' &&
        !['date', 'latest'].includes(registry.get(other).all[computed.of ?? '']?.type ?? '') &&
        say('R019', at, `takes the latest of ${other}.${computed.of}, which is not a day`),
      computed?.kind === 'sum' &&
        !registry.get(other).all[computed.of ?? '']?.summable &&
        say('R019', at, `adds up ${other}.${computed.of}, which is not a number that can be added up`),
      ...Object.keys(computed?.where ?? {}).map(
        (field) => !registry.get(other).all[field] && say('R019', at, `counts by ${other}.${field}, which does not exist`),
      ),
    ];
  });

export const relations: Check = (resource, registry) => [
  ...(resource.related ?? []).map((path) => {
    const [other, via] = pathOf(path);
    const link = registry.find(other)?.all[via ?? ''];
    return (
      (link?.target ?? link?.targets) !== resource.name &&
      say('R016', resource.name, `has the related list ${path}, which is not a link to ${resource.name}`)
    );
  }),
  ...namesOf(resource.logsReads === true ? [] : resource.logsReads).map(
    (name) => !resource.all[name] && say('R037', `${resource.name}.${name}`, `is named by "logsReads" and is no field of ${resource.name}`),
  ),
  ...entriesOf(resource).flatMap(([name, { reads = [] }]) =>
    reads.map(
      (other) =>
        !resource.all[other] && say('R031', `${resource.name}.${name}`, `is read with "${other}", which is no field of ${resource.name}`),
    ),
  ),
  ...entriesOf(resource).flatMap(([name, { proposedFrom: from, match = {}, target: one, targets }]) => {
    const target = one ?? targets;
    if (from?.includes('.') && !(isSingle(registry, resource, from) && fieldAt(registry, resource, from)))
      return [say('R036', `${resource.name}.${name}`, `is proposed from "${from}", which does not exist`)];
    return Object.entries(match).map(
      ([theirs, ours]) =>
        !(target && registry.find(target)?.all[theirs] && resource.all[ours]) &&
        say(
          'R018',
          `${resource.name}.${name}`,
          `narrows its choice where ${target}.${theirs} equals ${resource.name}.${ours}, and one of them is no field`,
        ),
    );
  }),
];

/** Fields inside a value have no column, no link and no parent of their own. */
export const members: Check = (resource) =>
  entriesOf(resource).flatMap(([name, field]) =>
    Object.entries(field.members ?? {}).map(
      ([member, { column, target, targets, generated, options }]) =>
        (column === null || target || targets || generated || options.unique) &&
        say('R032', `${resource.name}.${name}.${member}`, 'is a link, is computed or is unique, which a value inside a value cannot be'),
    ),
  );
