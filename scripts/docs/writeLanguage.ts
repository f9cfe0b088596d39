import { permissionKeys, platforms, regionalKeys, restrictingKey, verbs } from '@/schema/access';
import { menuGroups, menuIcons } from '@/schema/menuPlaces';
import { services } from '@/schema/resource';
import type { Example } from './findExamples';
import { code, literal, page, prose, table } from './markdown';
import type { Documented, FieldDoc, Language, Part } from './readLanguage';

/** Pages by their path under `docs/reference`. */
export type Pages = Readonly<Record<string, string>>;

const exampleBlock = (example: Example | undefined): string =>
  example ? `From \`${example.path.replace(/^src\//, '')}\`:\n\n${code(example.code)}` : '';

const optionSection = ({ path, type, isRequired, says, example }: Documented): string =>
  page(
    `## \`${path}\` {#${path.replaceAll('.', '-').toLowerCase()}}`,
    prose(says),
    `Type: \`${type}\`${isRequired ? ' (required)' : ''}`,
    exampleBlock(example),
  ).trimEnd();

const overview = (options: readonly Documented[]): string =>
  table(
    ['Option', 'What it does'],
    options.map(({ path, says }) => [`[\`${path}\`](#${path.replaceAll('.', '-').toLowerCase()})`, prose(says.split(/(?<=\.) /)[0]!)]),
  );

const partPage = ({ title, says, options }: Part, after = ''): string =>
  page(`# ${title}`, prose(says), overview(options), ...options.map(optionSection), after);

const aliasSection = (language: Language): string =>
  page(
    '## Types that the options name',
    ...language.aliases.map(({ name, says, text }) => page(`### ${name}`, prose(says), code(text)).trimEnd()),
  ).trimEnd();

const yes = (is: boolean | undefined): string => (is ? 'yes' : 'no');
const facets = ({ field }: FieldDoc['fixture']): string =>
  table(
    ['What it can do', ''],
    [
      ['Column in PostgreSQL', field.column === null ? 'none' : `\`${field.column}\``],
      ['Type in GraphQL', `\`${field.graphql}\``],
      ['Filters', field.operators.map((operator) => `\`${operator}\``).join(', ') || 'none'],
      ['Lists sort by it', yes(field.sortable)],
      ['Lists add it up', yes(field.summable)],
      ['Search reads it', yes(field.searchText !== undefined)],
      ['May name its record', yes(field.titleSql !== undefined)],
    ],
  );

const values = (title: string, list: readonly unknown[]): string =>
  list.length === 0 ? '' : `**${title}**\n\n${code(list.map(literal).join('\n'), 'js')}`;

const fieldPage = (field: FieldDoc): string => {
  const { name, says, parameters, options, example, fixture } = field;
  const signature = `f.${name}(${parameters.map((parameter) => (parameter.name === 'options' ? 'options?' : `${parameter.name}: ${parameter.type}`)).join(', ')})`;
  return page(
    `# ${name}`,
    prose(says),
    code(signature),
    exampleBlock(example),
    facets(fixture),
    options.length > 0
      ? `It takes the [options of every field](../common), and:`
      : 'It takes the [options of every field](../common) and no others.',
    options.length > 0 ? overview(options) : '',
    ...options.map(optionSection),
    '## Values',
    'The contract tests send these values through validation, PostgreSQL, GraphQL and the screen. The gallery shows them.',
    values('Accepted', fixture.valid),
    values('Refused', fixture.invalid),
  );
};

const fieldsPage = ({ fields }: Language): string =>
  page(
    '# Field types',
    'A field type is one folder in `src/fields`. It says how a value is validated, stored, sent, filtered, drawn and typed in.',
    table(
      ['Type', 'What it is', 'Column', 'Sorts', 'Filters'],
      fields.map(({ name, says, fixture: { field } }) => [
        `[${name}](./fields/${name})`,
        prose(says),
        field.column === null ? '' : `\`${field.column}\``,
        yes(field.sortable),
        field.operators.map((operator) => `\`${operator}\``).join(' '),
      ]),
    ),
  );

const operatorsPage = ({ operators }: Language): string =>
  page(
    '# Operators of filters',
    'A filter is `{ field, op, value }`, or `{ and: [...] }`, `{ or: [...] }` or `{ not: ... }` of other filters. `field` is a declared name or a path over references, such as `eventid.region`.',
    table(
      ['Operator', 'A row satisfies it when the value is', 'Field types'],
      operators.map(({ name, says, types }) => [`\`${name}\``, prose(says), types.map((type) => `[${type}](./fields/${type})`).join(', ')]),
    ),
  );

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
const accessPage = (): string =>
  page(
    '# Names of the language',
    'These names are closed lists. The compiler refuses any other.',
    '## Verbs',
    `${list(verbs)}, and the name of each action. They are the keys of \`access\` in a declaration.`,
    '## Permission keys',
    `${list(permissionKeys)}.`,
    `\`${restrictingKey}\` restricts instead of opening: anyone who holds it does not see contact data.`,
    '## Regional keys',
    `${list(regionalKeys)}.`,
    '## Platforms',
    `${list(platforms)}.`,
    '## Services',
    `${list(services)}.`,
    '## Menu groups',
    `${list(menuGroups)}.`,
    '## Menu icons',
    `${list(menuIcons)}.`,
  );

const indexPage = ({ parts, common, fields, operators }: Language): string =>
  page(
    '# Reference of the language',
    'These pages are written by the build from the types in `src/schema` and `src/fields` and their comments. Examples are taken from real declarations.',
    table(
      ['Page', 'Holds'],
      [
        ...[...parts, common].map((part) => [`[${part.title}](./${part.id})`, `${part.options.length} options. ${prose(part.says)}`]),
        ['[Field types](./fields)', `${fields.length} types`],
        ['[Operators of filters](./operators)', `${operators.length} operators`],
        ['[Names of the language](./names)', 'Verbs, keys, platforms, services, places of the menu'],
      ],
    ),
  );

/** The pages of the language. */
export const writeLanguage = (language: Language): Pages => ({
  'index.md': indexPage(language),
  ...Object.fromEntries(
    language.parts.map((part) => [`${part.id}.md`, partPage(part, part.id === 'resource' ? aliasSection(language) : '')]),
  ),
  'common.md': partPage(language.common),
  'fields.md': fieldsPage(language),
  ...Object.fromEntries(language.fields.map((field) => [`fields/${field.name}.md`, fieldPage(field)])),
  'operators.md': operatorsPage(language),
  'names.md': accessPage(),
});
