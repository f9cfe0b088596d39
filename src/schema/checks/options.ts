import { commonOptions, type Fields } from '../field';
import { actionsOf, guess, say, type Check, type DeclarationProblem } from './problem';

/** Every option that a field was given and its type does not take would otherwise change nothing, without a word. */
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
