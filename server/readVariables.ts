import type { z } from 'zod';
import { must } from '@/schema/must';
import { ConfigError, variables, type VariableName } from './configVariables';

/** Every variable as it is written, or its fallback. */
export type Raw = { readonly [K in VariableName]: string | undefined };

/** Reads the variables of an environment; an empty one counts as absent. */
export const readVariables = (env: NodeJS.ProcessEnv): Raw =>
  Object.fromEntries(
    variables.map(({ name, fallback }) => {
      const value = env[name]?.trim();
      return [name, value ? value : fallback];
    }),
  ) as unknown as Raw;

const variableOf = (asked: VariableName) =>
  must(
    variables.find(({ name }) => name === asked),
    asked,
  );

/** Checks one variable; the error shows no secret. */
export const checked = <T>(raw: Raw, name: VariableName, shape: z.ZodType<T>): T => {
  const result = shape.safeParse(raw[name]);
  if (result.success) return result.data;
  const { takes, isSecret } = variableOf(name);
  throw new ConfigError(name, isSecret ? '(hidden)' : (raw[name] ?? ''), takes);
};

/** The accepted values of a variable, as a text. */
export const takesOf = (asked: VariableName): string => variableOf(asked).takes;
