import type { NewResource } from './NewResource';
import { planOf } from './planOf';

const pascal = (text: string): string =>
  text
    .split('_')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('');
const quoted = (names: readonly string[]): string => `[${names.map((name) => `'${name}'`).join(', ')}]`;
const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'An' : 'A');

const scopeOf = ({ within }: NewResource): string => {
  if (!within) return "{ region: 'organizationid.region' }";
  const { region, event } = within.scope ?? {};
  const inside = within.name === 'events' ? within.key : event && `${within.key}.${String(event)}`;
  const parts = [...(region ? [`region: '${within.key}.${String(region)}'`] : []), ...(inside ? [`event: '${inside}'`] : [])];
  return parts.length > 0 ? `{ ${parts.join(', ')} }` : '';
};

/** The declaration of a new entity, complete and working; the formatter breaks its lines. */
export const declarationOf = (resource: NewResource): string => {
  const { name, singular, service, permission, platform, within, tab, menu, fields, title } = resource;
  const plan = planOf(resource);
  const scope = scopeOf(resource);
  const spoken = singular.replaceAll('_', ' ');
  const orders = plan.orders.map(({ first, last, rule }) => `${rule}: inOrder('${first}', '${last}')`);
  const lines = [
    "import * as f from '@/fields';",
    `import { defineResource, ${orders.length > 0 ? 'inOrder, ' : ''}type InferInput, type InferRow } from '@/schema';`,
    '',
    `/** ${article(spoken)} ${spoken}${within ? ` of ${within.singular === 'event' ? 'an event' : `one of ${within.name.replaceAll('_', ' ')}`}` : ''}. */`,
    `export const ${name} = defineResource('${name}', {`,
    `service: '${service}',`,
    `singular: '${singular}',`,
    `key: '${singular}id',`,
    `permission: '${permission}',`,
    `tenancy: ${within ? `{ parent: '${within.key}' }` : "'own'"},`,
    `platform: '${platform}',`,
    ...(within ? [`within: '${within.name}',`] : []),
    ...(tab === undefined ? [] : [`tab: ${tab},`]),
    ...(scope ? [`scope: ${scope},`] : []),
    `title: '${title}',`,
    ...(menu ? [`menu: { group: '${menu.group}', icon: '${menu.icon}', order: ${menu.order} },`] : []),
    'fields: {',
    ...fields.map((field) => `${field.name}: ${field.code},`),
    '},',
    'list: {',
    `columns: ${quoted(plan.columns)},`,
    `filters: ${quoted(plan.filters)},`,
    ...(plan.search.length > 0 ? [`search: ${quoted(plan.search)},`] : []),
    `sort: { ${plan.sort[0]}: '${plan.sort[1]}' },`,
    `sortable: ${quoted(plan.sortable)},`,
    '},',
    'form: {',
    ...Object.entries(plan.sections).map(([section, names]) => `${section}: ${quoted(names)},`),
    '},',
    ...(orders.length > 0 ? [`rules: { ${orders.join(', ')} },`] : []),
    `indexes: [${plan.indexes.map((on) => `{ on: ${quoted(on)} }`).join(', ')}],`,
    '});',
    '',
    `export type ${pascal(singular)} = InferRow<typeof ${name}>;`,
    `export type ${pascal(singular)}Input = InferInput<typeof ${name}>;`,
    '',
  ];
  return lines.join('\n');
};
