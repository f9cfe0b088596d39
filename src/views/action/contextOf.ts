import type { Action } from '@/schema';
import type { Parent } from '../../fields/kit/contracts';

type Row = Readonly<Record<string, unknown>>;

/** The values by which the inputs of an action limit their choices. */
export const neighboursOf = ({ input = {} }: Action): readonly string[] =>
  Object.values(input)
    .flatMap((field) => [field, ...Object.values(field.members ?? {})])
    .flatMap(({ match = {} }) => Object.values(match));

/** The common values of all records of a target, with the workspace around them. An input that depends on anything else is not limited. */
export const contextOf = (rows: readonly Row[], parent: Parent | undefined): Row => {
  const [first = {}, ...others] = rows;
  const shared = Object.entries(first).filter(
    ([name, value]) => value !== null && value !== undefined && others.every((row) => row[name] === value),
  );
  return { ...(parent && { [parent.field]: parent.id }), ...Object.fromEntries(shared) };
};
