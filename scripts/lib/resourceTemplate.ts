import type { AnyResource, Service } from '@/schema';

/** What the person asked for. */
export interface NewResource {
  readonly name: string;
  readonly singular: string;
  readonly service: Service;
  readonly within?: AnyResource;
}
type Language = 'es' | 'en';

const pascal = (text: string): string =>
  text
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
const spoken = (text: string): string => {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The declaration of a small, complete entity: the same shape as the others, one field of several kinds. */
export const declarationOf = ({ name, singular, service, within }: NewResource): string => {
  const permission = within && typeof within.permission === 'string' ? within.permission : 'events';
  const parent = within?.key;
  const lines = [
    "import * as f from '@/fields';",
    "import { defineResource, type InferInput, type InferRow } from '@/schema';",
    '',
    `/** What one ${singular.replaceAll('_', ' ')} is, in one sentence. */`,
    `export const ${name} = defineResource('${name}', {`,
    `  service: '${service}', singular: '${singular}', key: '${singular}id', permission: '${permission}', tenancy: ${parent ? `{ parent: '${parent}' }` : "'own'"}, platform: '${within?.platform ?? 'EVENT'}',${within ? ` within: '${within.name}',` : ''}`,
    ...(within?.scope?.region && parent ? [`  scope: { region: '${parent}.${within.scope.region}', event: '${parent}' },`] : []),
    `  title: 'name',${within ? '' : " menu: { group: 'events', icon: 'tag', order: 90 },"}`,
    '  fields: {',
    ...(parent ? [`    ${parent}: f.belongsTo('${within.name}', { required: true, createOnly: true }),`] : []),
    '    name: f.text({ required: true, max: 120 }),',
    "    status: f.choice(['active', 'archived'], { default: 'active' }),",
    '    starts_at: f.dateTime(),',
    '    ends_at: f.dateTime(),',
    '    comment: f.longText({ max: 1000 }),',
    '  },',
    `  list: { columns: ['name', 'status', 'starts_at', 'ends_at'], filters: [${parent ? `'${parent}', ` : ''}'status', 'starts_at'], search: ['name'], sort: { created: 'desc' }, sortable: ['name', 'starts_at', 'created'] },`,
    `  form: { main: [${parent ? `'${parent}', ` : "'organizationid', "}'name', 'status', 'starts_at', 'ends_at'], internal: ['comment'] },`,
    "  rules: { endsAfterStart: { on: 'ends_at', check: ({ starts_at, ends_at }) => !starts_at || !ends_at || Date.parse(starts_at) < Date.parse(ends_at) } },",
    `  indexes: [{ on: ['organizationid', ${parent ? `'${parent}', ` : ''}'created'] }, { on: ['organizationid', 'name'] }, { on: ['organizationid', 'starts_at'] }],`,
    '});',
    '',
    `export type ${pascal(singular)} = InferRow<typeof ${name}>;`,
    `export type ${pascal(singular)}Input = InferInput<typeof ${name}>;`,
    '',
  ];
  return lines.join('\n');
};

const texts = {
  es: {
    create: 'Agregar',
    edit: 'Editar',
    parent: 'Pertenece a',
    name: 'Nombre',
    status: 'Estado',
    starts: 'Desde',
    ends: 'Hasta',
    comment: 'Comentario',
    active: 'Activo',
    archived: 'Archivado',
    main: 'Datos',
    internal: 'Uso interno',
    after: 'El fin debe ser posterior al inicio.',
  },
  en: {
    create: 'Add',
    edit: 'Edit',
    parent: 'Belongs to',
    name: 'Name',
    status: 'Status',
    starts: 'From',
    ends: 'Until',
    comment: 'Comment',
    active: 'Active',
    archived: 'Archived',
    main: 'Details',
    internal: 'Internal',
    after: 'The end must come after the start.',
  },
} as const;

/** Every word that the new entity needs, to be put into the people's own words. */
export const wordsOf = ({ name, singular, within }: NewResource, language: Language): Readonly<Record<string, unknown>> => {
  const words = texts[language];
  return {
    [name]: spoken(name),
    singular: spoken(singular),
    titles: {
      list: spoken(name),
      create: `${words.create}: ${spoken(singular)}`,
      edit: `${words.edit}: ${spoken(singular)}`,
      show: spoken(singular),
    },
    fields: {
      ...(within && { [within.key]: words.parent }),
      name: words.name,
      status: words.status,
      starts_at: words.starts,
      ends_at: words.ends,
      comment: words.comment,
    },
    choices: { status: { active: words.active, archived: words.archived } },
    sections: { main: words.main, internal: words.internal },
    rules: { endsAfterStart: words.after },
  };
};

const width = 152;
const wrapped = (names: readonly string[]): string => {
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    const next = line ? `${line} ${name},` : `${name},`;
    if (next.length > width) {
      lines.push(line);
      line = `${name},`;
    } else line = next;
  }
  return [...lines, line].map((each) => `  ${each}`).join('\n');
};

/** Adds a resource to the list of all of them, where the alphabet puts it. */
export const insertSorted = (index: string, name: string): string => {
  const imports = [...index.matchAll(/^import \{ (\w+) \} from '\.\/.*$/gm)].map((match) => match[1]!);
  const all = [...imports, name].sort();
  const lines = all.map((each) => `import { ${each} } from './${each}/${each}';`).join('\n');
  const [head = ''] = index.split(/^import \{ \w+ \} from '\.\//m);
  const tail = index.slice(
    index.lastIndexOf(`from './${imports.at(-1)}/${imports.at(-1)}';`) + `from './${imports.at(-1)}/${imports.at(-1)}';`.length,
  );
  return `${head}${lines}${tail.replace(/(export const resources[^=]*= \[\n)[^\]]*(\n\];)/, (_, open: string, close: string) => `${open}${wrapped(all)}${close}`)}`;
};
