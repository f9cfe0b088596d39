import { existsSync, readFileSync } from 'node:fs';
import { permissionKeys, services, type AnyResource, type Registry } from '@/schema';
import { menuGroups, menuIcons } from '@/schema/menuPlaces';
import { guessFields, type Guess } from './guessFields';
import { didYouMean, makeField } from './makeField';
import type { NewResource } from './NewResource';
import { planOf, titleOf } from './planOf';
import { FieldProblem, readField } from './readField';
import { readTable } from './readTable';
import { singularFor } from './wordsOf';

const text = { type: 'string' } as const;
/** The options of the command besides the name and the fields. */
export const newResourceOptions = {
  within: text,
  tab: text,
  menu: text,
  singular: text,
  service: text,
  permission: text,
  title: text,
  from: text,
  'no-migration': { type: 'boolean', default: false },
} as const;
type Values = { readonly [K in Exclude<keyof typeof newResourceOptions, 'no-migration'>]?: string | undefined };

/** How the command is called. */
export const usage = `npm run new:resource -- NAME [FIELD...] [--from FILE] [--within RESOURCE] [--tab N] [--menu GROUP[:ICON]] ...

Writes an entity that works at once: declaration, words in both languages, table of access, migration. NAME is the plural in snake_case.

  npm run new:resource -- race_photos 'title:text!' 'taken_at:dateTime' 'kind:choice(start,finish)' \\
    'distanceid:belongsTo(distances)' --within events --tab 55 --menu events

A FIELD is name:type, then what belongs to it:
  (a,b)          the values of choice, choices and status, the resource of belongsTo and manyToMany
  !              it must be said
  {max:80,unique}   options of the type; texts with blanks are in quotes, lists in brackets
Put each into quotes, so that the shell leaves it alone. The types are the folders of src/fields.

  --from FILE             guesses fields from the header and the rows of a spreadsheet (csv, tsv); fields that are given too win
  --within RESOURCE       the resource in whose workspace it lives, such as events
  --tab N                 its place among the tabs of that workspace
  --menu GROUP[:ICON]     its place in the menu: ${menuGroups.join(', ')}
  --singular NAME         one of them, where it is not the plural without its s
  --title FIELD           the field that names a record, where another would be chosen
  --service NAME          ${services.join(', ')}; that of the workspace unless said
  --permission KEY        the key that opens it; that of the workspace, else events, unless said
  --no-migration          leaves the migration to "npm run db:generate"`;

/** An impossible request, with one sentence for the person. */
class AskProblem extends Error {}
const fail = (sentence: string): never => {
  throw new AskProblem(sentence);
};
const oneOf = <T extends string>(option: string, value: string, known: readonly T[]): T =>
  known.find((each) => each === value) ??
  fail(`--${option}: there is no "${value}".${didYouMean(value, known)} It takes ${known.join(', ')}.`);

const reserved = new Set(['created', 'updated', 'version', 'organizationid', 'created_by', 'updated_by', 'deleted_at']);
const mostFields = 60;

const menuOf = (asked: string, registry: Registry): NonNullable<NewResource['menu']> => {
  const [groupName = '', iconName = 'rows'] = asked.split(':');
  const group = oneOf('menu', groupName, menuGroups);
  const orders = registry.all.flatMap(({ menu }) => (menu?.group === group ? (menu.order ?? 0) : []));
  return { group, icon: oneOf('menu', iconName, menuIcons), order: Math.max(0, ...orders) + 10 };
};
const tabOf = (asked: string): number =>
  /^\d{1,3}$/.test(asked) ? Number(asked) : fail(`--tab takes a number up to 999, and not "${asked}".`);

const readFile = (file: string): readonly Guess[] => {
  if (!existsSync(file)) fail(`--from: ${file} is not there.`);
  const bytes = readFileSync(file);
  if (bytes.subarray(0, 2).toString() === 'PK') fail(`--from: ${file} is a workbook; save the sheet as CSV and name that file.`);
  const table = readTable(new TextDecoder().decode(bytes));
  if (table.rows.length === 0) fail(`--from: ${file} has no rows under its header, so there is nothing to guess from.`);
  return guessFields(table);
};

const keyOf = (permission: AnyResource['permission']): string => (typeof permission === 'string' ? permission : permission[0]!);
const judgeNames = (name: string, singular: string, registry: Registry): void => {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    fail(
      `${name ? `"${name}" is no name: it` : 'The name is missing: it'} is the plural in snake_case, such as race_photos. --help says the rest.`,
    );
  if (singular === name) fail(`"${name}" does not end like a plural: say what one is called with --singular.`);
  const taken = registry.all.find((each) => [each.name, each.singular].some((known) => known === name || known === singular));
  if (taken) fail(`"${taken.name === name ? name : singular}" is taken by src/resources/${taken.name}.`);
};

const compose = (
  positionals: readonly string[],
  values: Values,
  registry: Registry,
): { readonly resource: NewResource; readonly guesses: readonly Guess[] } => {
  const [name = '', ...texts] = positionals;
  const singular = values.singular ?? singularFor(name);
  judgeNames(name, singular, registry);
  const within =
    values.within === undefined
      ? undefined
      : registry.get(
          oneOf(
            'within',
            values.within,
            registry.all.map((each) => each.name),
          ),
        );
  if (values.tab !== undefined && !within) fail('--tab is a place within a workspace: say which with --within.');
  const requests = texts.map(readField);
  const guesses = (values.from === undefined ? [] : readFile(values.from)).filter(
    (guess) => !requests.some((each) => each.name === guess.name),
  );
  const all = [...guesses.map((guess) => readField(guess.text)), ...requests];
  if (all.length > mostFields) fail(`${all.length} fields are more than an entity has: at most ${mostFields}.`);
  for (const [at, request] of all.entries()) {
    const isBase = reserved.has(request.name) || request.name === `${singular}id`;
    if (isBase) throw new FieldProblem(request.text, 0, `every entity has "${request.name}" already`);
    if (all.findIndex((each) => each.name === request.name) !== at)
      throw new FieldProblem(request.text, 0, `the field "${request.name}" is given twice`);
  }
  const given = all.map((request) => makeField(request, registry, within?.name));
  const owner =
    within && !given.some((each) => each.name === within.key)
      ? [makeField(readField(`${within.key}:belongsTo(${within.name})!{createOnly}`), registry, within.name)]
      : [];
  const fields = [...owner, ...given];
  const title = values.title ?? titleOf(given) ?? fail(`Give it a field that names a record, such as 'name:text!'.`);
  if (!given.some((each) => each.name === title)) fail(`--title: there is no field "${title}".`);
  const menu = values.menu === undefined ? undefined : menuOf(values.menu, registry);
  if (!within && !menu) fail('Say where people find it: --within RESOURCE for a tab of a workspace, --menu GROUP for the menu, or both.');
  const platform = within?.platform ?? registry.all.find((each) => each.menu?.group === menu?.group)?.platform ?? 'EVENT';
  const resource: NewResource = {
    name,
    singular,
    service: oneOf('service', values.service ?? within?.service ?? 'event', services),
    permission: oneOf('permission', values.permission ?? (within ? keyOf(within.permission) : 'events'), permissionKeys),
    platform,
    ...(within && { within }),
    ...(values.tab !== undefined && { tab: tabOf(values.tab) }),
    ...(menu && { menu }),
    fields,
    title,
  };
  if (planOf(resource).columns.length === 0) fail('A list needs a column: give it a field that is not long.');
  return { resource, guesses };
};

/** The entity of a command line, or a text about what is wrong with it. */
export const askedResource = (
  positionals: readonly string[],
  values: Values,
  registry: Registry,
): ReturnType<typeof compose> | { readonly problem: string } => {
  try {
    return compose(positionals, values, registry);
  } catch (error) {
    if (error instanceof AskProblem || error instanceof FieldProblem) return { problem: error.message };
    throw error;
  }
};
