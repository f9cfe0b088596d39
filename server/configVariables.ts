import { processVariables } from './variables/processVariables';
import { serviceVariables } from './variables/serviceVariables';
import { signInVariables } from './variables/signInVariables';
import { siteVariables } from './variables/siteVariables';
import type { Variable } from './variables/Variable';

const all = [...processVariables, ...signInVariables, ...serviceVariables, ...siteVariables] as const;
/** The name of a variable that the server reads. */
export type VariableName = (typeof all)[number]['name'];
/** Every variable that the server reads. README has the same list, and a test compares the two. */
export const variables: readonly (Variable & { readonly name: VariableName })[] = all;

/** An environment variable has a value that the server cannot use. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly variable: VariableName,
    readonly value: string,
    readonly takes: string,
  ) {
    super(`${variable} is ${value ? `"${value}"` : 'absent'}; it takes ${takes}.`);
  }
}

/** The same list as a table for README. */
export const variableTable = (): string =>
  [
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...variables.map(
      ({ name, fallback, otherwise, meaning }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : otherwise} | ${meaning} |`,
    ),
  ].join('\n');
