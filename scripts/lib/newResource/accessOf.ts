import { profileSlugs } from '../../../server/reference/profiles';
import type { NewField } from './makeField';
import type { NewResource } from './NewResource';

const refused = '-'.repeat(profileSlugs.length);
const letters = profileSlugs.map((slug) => slug.charAt(0).toUpperCase()).join('');

/** A value that the field takes, for its example row; undefined where one must be written by hand. */
const sampleOf = ({ field }: NewField, position: number): string | undefined => {
  const { type, values, zod } = field;
  const day = `2027-05-${String((position % 28) + 1).padStart(2, '0')}`; // they grow, so that what ends does so after it starts
  if (type === 'dateTime') return `'${day}T13:00:00Z'`;
  if (type === 'date') return `'${day}'`;
  if (type === 'i18nText') return "{ es: 'Uno' }";
  const candidates = [
    ...(values ?? []),
    'Uno',
    'uno',
    'uno@example.com',
    '5550000001',
    'https://example.com/uno.png',
    '#14213d',
    1,
    true,
    ['uno'],
  ];
  const fitting = candidates.find((value) => zod.safeParse(value).success);
  return fitting === undefined
    ? undefined
    : typeof fitting === 'string'
      ? `'${fitting}'`
      : Array.isArray(fitting)
        ? "['uno']"
        : String(fitting);
};

const columnOf = (each: NewField, position: number): readonly string[] => {
  const { name, field } = each;
  if (field.column === null) return [];
  const isNeeded = field.options.required === true;
  if (field.target) return isNeeded ? [`${name}: await the('${field.target}'),`] : [];
  const sample = isNeeded ? sampleOf(each, position) : undefined;
  return sample === undefined ? [] : [`${name}: ${sample},`];
};

/** Who may do what with the new entity: nobody, until somebody decides. Its example row has what it must have. */
export const accessOf = ({ name, service, within, menu, fields }: NewResource): string => {
  const isTab = within?.name === 'events';
  const columns = [...(within ? [] : ['organizationid,']), ...fields.flatMap(columnOf)];
  const asks = [...(within ? [] : ['organizationid']), ...(columns.some((line) => line.includes('the(')) ? ['the'] : [])];
  const lines = [
    "import type { ExpectedAccess } from '../support/ExpectedAccess';",
    '',
    `/** What is expected of ${name}: who may do what, as it was agreed, and one example row. */`,
    `export const ${name}: ExpectedAccess = {`,
    '  decided: false, // say in each cell who may, from what was agreed; then take this line out',
    `  service: '${service}',`,
    `  rows: '${within ? 'event' : 'organization'}',`,
    `  //       ${letters}`,
    `  read: '${refused}',`,
    `  create: '${refused}',`,
    `  edit: '${refused}',`,
    `  delete: '${refused}',`,
    ...(menu ? [`  menu: '${refused}',`] : []),
    ...(isTab ? [`  tab: '${refused}',`] : []),
    `  madeWith: '${isTab ? 'event' : 'organization'}',`,
    `  example: ${asks.includes('the') ? 'async ' : ''}(${asks.length > 0 ? `{ ${asks.join(', ')} }` : ''}) => ({`,
    ...columns.map((line) => `    ${line}`),
    '  }),',
    '};',
    '',
  ];
  return lines.join('\n');
};
