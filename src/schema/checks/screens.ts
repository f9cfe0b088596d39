import { isWritable, type AnyField } from '../field';
import { comparisons } from '../filter';
import { menuGroups, menuIcons } from '../menuPlaces';
import { fieldAt, type Registry } from '../registry';
import { hasView, type AnyResource } from '../resource';
import { isWholeNumber, searchedTexts } from '../search';
import { isOneOf } from '../unknown';
import { entriesOf, guess, lacks, namesOf, quoted, say, type Check } from './problem';

const placedIn = ({ form }: AnyResource): string[] => Object.values(form).flat();

export const forms: Check = (resource) => {
  const placed = placedIn(resource);
  const asks = hasView(resource, 'create');
  return [
    ...entriesOf(resource).map(([name, field]) => {
      const { options } = field;
      const needed = options.required && options.default === undefined && isWritable(field);
      return asks && needed && !placed.includes(name) && say('R002', `${resource.name}.${name}`, 'is required and is in no form section');
    }),
    ...placed.map(
      (name) =>
        !(resource.all[name] && isWritable(resource.all[name])) &&
        say(
          'R003',
          `${resource.name}.${name}`,
          `is in the form and ${lacks(resource, name, 'is computed or written by the server alone')}`,
        ),
    ),
    ...placed
      .filter((name, index) => placed.indexOf(name) !== index)
      .map((name) => say('R025', `${resource.name}.${name}`, 'is given twice in the form')),
    resource.appendOnly &&
      placed.length > 0 &&
      say('R017', resource.name, `is append-only and has a form with ${quoted(placed)}: leave the form empty`),
  ];
};

const headerFields = ({ header = {} }: AnyResource): readonly string[] =>
  [header.name, ...(header.facts ?? []), ...(header.contact ?? []), header.amount].filter((each) => each !== undefined);

const isSearchable = (registry: Registry, field: AnyField | undefined): boolean =>
  Boolean(
    field &&
    (field.searchText ??
      (isWholeNumber(field) || (field.target && registry.find(field.target) && searchedTexts(registry.get(field.target)).length > 0))),
  );

export const lists: Check = (resource, registry) => {
  const { name, list } = resource;
  const own = (field: string) => resource.all[field];
  const lost = (field: string, otherwise: string) => lacks(resource, field, otherwise);
  return [
    ...list.columns.map(
      (field: string) => !own(field) && say('R026', `${name}.${field}`, `is a column of the list and is no field of ${name}`),
    ),
    ...Object.values<readonly string[]>(resource.show ?? {})
      .flat()
      .map((field) => !own(field) && say('R028', `${name}.${field}`, `is shown on the record page and is no field of ${name}`)),
    ...headerFields(resource).map((field) => !own(field) && say('R028', `${name}.${field}`, `is in the header and is no field of ${name}`)),
    ...namesOf(list.filters).map((path) => {
      const field = fieldAt(registry, resource, path);
      return (
        !field?.operators.length &&
        say(
          'R006',
          `${name}.${path}`,
          `is a filter of the list and ${field ? 'offers no comparison to filter by' : path.includes('.') ? 'leads to no field' : `is no field of ${name}`}`,
        )
      );
    }),
    ...Object.entries(list.presets ?? {}).flatMap(([preset, filter]) =>
      comparisons(filter).map(
        ({ field }) =>
          !namesOf(list.filters).includes(field) &&
          say('R051', `${name}.${field}`, `is asked by the preset "${preset}" of the list and is no filter of it`),
      ),
    ),
    ...Object.entries(resource.waits ?? {}).flatMap(([wait, { when, owner }]) =>
      [...comparisons(when).map(({ field }) => field), ...(owner ? [owner] : [])].map(
        (field) =>
          !namesOf(list.filters).includes(field) &&
          say('R051', `${name}.${field}`, `is asked by what waits as "${wait}" and is no filter of the list that explains it`),
      ),
    ),
    ...namesOf(list.search).map(
      (field) =>
        !isSearchable(registry, own(field)) &&
        say('R005', `${name}.${field}`, `is searched by the list and ${lost(field, 'is of a type that cannot be searched')}`),
    ),
    ...namesOf(list.exact).map(
      (field) =>
        !own(field)?.operators.includes('eq') &&
        say('R035', `${name}.${field}`, `is looked up by its whole value and ${lost(field, 'is of a type that cannot be')}`),
    ),
    ...[...namesOf(list.sort), ...namesOf(list.sortable)].map(
      (field) =>
        !own(field)?.sortable &&
        say('R007', `${name}.${field}`, `orders the list and ${lost(field, 'is of a type that cannot order one')}`),
    ),
    list.board !== undefined &&
      !own(list.board)?.values &&
      say('R052', `${name}.${list.board}`, `is the board of the list and ${lost(list.board, 'has no closed set of values')}`),
    list.calendar !== undefined &&
      !own(list.calendar)?.operators.includes('between') &&
      say('R052', `${name}.${list.calendar}`, `is the calendar of the list and ${lost(list.calendar, 'is no date')}`),
    ...[list.board, list.calendar].map(
      (field) =>
        field !== undefined &&
        !namesOf(list.filters).includes(field) &&
        say('R052', `${name}.${field}`, 'is the board or the calendar of the list and is no filter of it'),
    ),
    ...namesOf(list.totals).map(
      (field) =>
        !own(field)?.summable &&
        say('R008', `${name}.${field}`, `is a total of the list and ${lost(field, 'is not a number that can be added up')}`),
    ),
  ];
};

export const conditions: Check = (resource) => [
  ...(['rules', 'notices'] as const).flatMap((kind) =>
    Object.entries(resource[kind] ?? {}).map(
      ([name, { on }]) =>
        !resource.all[on] && say('R041', `${resource.name}.${name}`, `shows its message on "${on}", which is no field of ${resource.name}`),
    ),
  ),
  ...namesOf(resource.when).map(
    (name) => !resource.all[name] && say('R041', `${resource.name}.${name}`, `is named by "when" and is no field of ${resource.name}`),
  ),
];

/** `h` opens the home page. */
export const menus: Check = ({ name, menu }, registry) => {
  if (!menu) return [];
  const { letter, icon, group } = menu;
  const isFree = letter !== 'h' && !registry.all.some((other) => other.name !== name && other.menu?.letter === letter);
  return [
    letter !== undefined &&
      !(/^[a-z]$/.test(letter) && isFree) &&
      say('R033', `${name}.menu`, `has the letter "${letter}", which is none from a to z or leads elsewhere already`),
    !isOneOf(menuIcons, icon) &&
      say(
        'R038',
        `${name}.menu`,
        `has the icon "${icon}", which nobody draws; there are ${menuIcons.join(', ')}${guess(String(icon), menuIcons)}`,
      ),
    !isOneOf(menuGroups, group) &&
      say(
        'R039',
        `${name}.menu`,
        `is in the group "${group}", which does not exist; there are ${menuGroups.join(', ')}${guess(String(group), menuGroups)}`,
      ),
  ];
};
