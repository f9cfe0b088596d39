const upper = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const declaration = (name: string): string => `import { z } from 'zod';
import { field, type CommonOptions } from '@/schema/field';

export interface ${upper(name)}Options extends CommonOptions { readonly max?: number }

/** What a value of it is, in one sentence. */
export const ${name} = <const O extends ${upper(name)}Options>(options: O = {} as O) => {
  const { max = 200 }: ${upper(name)}Options = options;
  return field<string>()(options, {
    type: '${name}',
    takes: ['max'],
    zod: () => z.string().trim().min(1).max(max),
    column: 'text',
    graphql: 'String',
    operators: ['eq', 'in', 'contains', 'null'],
    sortable: true,
    searchText: (column) => column,
    check: (column) => \`length(\${column}) <= \${max}\`,
  });
};
`;
const fixture = (name: string): string => `import { defineFixture } from '@/schema/fixture';
import { ${name} } from './${name}';

export default defineFixture({ field: ${name}({ max: 12 }), valid: ['uno', 'dos y tres'], invalid: ['', ' ', 'thirteen char', 7], long: { field: ${name}(), value: 'doce letras '.repeat(16).trim() } });
`;
const ui = `import { defineFieldUi } from '@/fields/kit/contracts';

export default defineFieldUi<string>({ toText: (value) => value });
`;
const input = `import { defineFieldInput } from '@/fields/kit/contracts';
import { textInput } from '@/fields/kit/textInput';

export default defineFieldInput<string>(textInput());
`;

/** The files of a small working field type: text of one line, as a starting point. */
export const fieldFiles = (name: string): Readonly<Record<string, string>> => ({
  [`${name}.ts`]: declaration(name),
  [`${name}.ui.tsx`]: ui,
  [`${name}.input.tsx`]: input,
  [`${name}.fixture.ts`]: fixture(name),
});
