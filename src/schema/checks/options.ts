import { commonOptions, type Fields } from '../field';
import { actionsOf, guess, say, type Check, type DeclarationProblem } from './problem';

/** Finds options that a field type does not have, which would silently do nothing. */
const optionsOf = (at: string, fields: Fields): (DeclarationProblem | false)[] =>
  Object.entries(fields).flatMap(([name, { type, takes, options, members: inner = {} }]) => [
    ...Object.keys(takes ? options : {}).map(
      (option) =>
        ![...commonOptions, ...(takes ?? [])].includes(option) &&
        say(
          'R040',
          `${at}.${name}`,
          `has the option "${option}", which the type ${type} does not take; of its own it takes ${takes?.join(', ') || 'none'}${guess(option, [...commonOptions, ...(takes ?? [])])}`,
        ),
    ),
    ...optionsOf(`${at}.${name}`, inner),
  ]);
export const options: Check = (resource) => [
  ...optionsOf(resource.name, resource.fields),
  ...actionsOf(resource).flatMap(([name, { input = {} }]) => optionsOf(`${resource.name}.${name}`, input)),
];
