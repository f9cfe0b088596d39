import { profileSlugs } from '../../../server/reference/profiles';
import type { NewField } from './makeField';
import type { NewResource } from './NewResource';

const refused = '-'.repeat(profileSlugs.length);
const letters = profileSlugs.map((slug) => slug.charAt(0).toUpperCase()).join('');

/** A valid value of the field for its example row; undefined when it must be written by hand. */
const sampleOf = ({ field }: NewField, position: number): string | undefined => {
  const { type, values, zod } = field;
  const day = `2027-05-${String((position % 28) + 1).padStart(2, '0')}`; // increasing values, so that an end is after its start
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

/** The access table of the new entity: nobody may do anything until somebody decides. Its example row has the required fields. */
export const accessOf = ({ name, service, within, menu, fields }: NewResource): string => {
  const isTab = within?.name === 'events';
  const columns = [...(within ? [] : ['organizationid,']), ...fields.flatMap(columnOf)];
  const asks = [...(within ? [] : ['organizationid']), ...(columns.some((line) => line.includes('the(')) ? ['the'] : [])];
  const lines = [
    "import type { ExpectedAccess } from '../support/ExpectedAccess';",
    '',
    `/** The agreed access to ${name}, and one example row. */`,
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
