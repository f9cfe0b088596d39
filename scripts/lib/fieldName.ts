import * as vocabulary from '@/fields';

/** Reserved words; a type is exported under its own name. */
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in ' +
    'instanceof let new null return static super switch this throw true try typeof var void while with yield await'
  ).split(' '),
);

/** Why a new field type cannot have this name, or undefined when it can. */
export const fieldNameProblem = (name: string): string | undefined => {
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name) || reserved.has(name)) return 'Give one name in camelCase: npm run new:field -- postalCode';
  return Object.hasOwn(vocabulary, name) ? `The vocabulary has "${name}" already` : undefined;
};
