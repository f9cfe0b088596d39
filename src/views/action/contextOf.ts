import type { Action } from '@/schema';
import type { Parent } from '../../fields/kit/contracts';

type Row = Readonly<Record<string, unknown>>;

/** The neighbours by which the inputs of an action narrow their choices. */
export const neighboursOf = ({ input = {} }: Action): readonly string[] =>
  Object.values(input).flatMap(({ match = {} }) => Object.values(match));

/** What all records of a target say alike, with the workspace around them; an input that depends on anything else is not narrowed. */
export const contextOf = (rows: readonly Row[], parent: Parent | undefined): Row => {
  const [first = {}, ...others] = rows;
  const shared = Object.entries(first).filter(
    ([name, value]) => value !== null && value !== undefined && others.every((row) => row[name] === value),
  );
  return { ...(parent && { [parent.field]: parent.id }), ...Object.fromEntries(shared) };
};
