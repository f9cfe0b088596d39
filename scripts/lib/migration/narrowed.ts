import type { Exclusion } from '@/schema/project/exclusions';
import type { Answers } from './Answers';
import { tablesIn, type Tables } from './Snapshot';

const lists = /\((?:'(?:[^']|'')*'|-?\d+)(?:, ?(?:'(?:[^']|'')*'|-?\d+))*\)|\[(?:'(?:[^']|'')*')(?:, ?(?:'(?:[^']|'')*'))*\]/g;
const numbers = /(<=|<|>=|>|between|and) (-?\d+(?:\.\d+)?)/g;
const membersOf = (list: string): readonly string[] => list.slice(1, -1).split(/, ?(?=['\d-])/);

/** Whether every value that satisfies the first condition also satisfies the second; false when the text does not show it. */
const isWider = (before: string, after: string): boolean => {
  const shape = (text: string): string => text.replace(lists, '(…)').replace(numbers, '$1 …');
  if (shape(before) !== shape(after)) return false;
  const [oldLists, newLists] = [before.match(lists) ?? [], after.match(lists) ?? []];
  if (oldLists.some((list, at) => membersOf(list).some((member) => !membersOf(newLists[at] ?? '()').includes(member)))) return false;
  const bare = (text: string) =>
    [...text.replace(lists, '(…)').matchAll(numbers)].map(([, operator = '', number]) => ({
      isUpper: ['<=', '<', 'and'].includes(operator),
      number: Number(number),
    }));
  const now = bare(after);
  return bare(before).every(({ isUpper, number }, at) => (isUpper ? now[at]!.number >= number : now[at]!.number <= number));
};

const advice =
  'Rows that break it stop the migration: write the UPDATE that corrects them into its file, before it, and run "npm run db:generate -- --edited".';
const renamedIn = ({ renames }: Answers, table: string, condition: string): string =>
  renames
    .filter((each) => each.table === table && each.to)
    .reduce((text, { from, to }) => text.replace(new RegExp(`\\b${from}\\b`, 'g'), to), condition);

/**
 * Rules that existing rows may break: narrower checks, new ones, new exclusions. Each names table, constraint, its former and its new text.
 */
export const narrowed = (
  from: Tables,
  to: Tables,
  exclusions: { readonly added: readonly Exclusion[] },
  answers: Answers,
): readonly string[] => {
  const checks = Object.entries(tablesIn(to)).flatMap(([key, { name: table, columns, checkConstraints }]) => {
    const before = tablesIn(from)[key];
    if (!before) return [];
    const kept = new Set(Object.values(before.checkConstraints).map(({ value }) => renamedIn(answers, table, value)));
    return Object.values(checkConstraints).flatMap(({ name, value }) => {
      const was = before.checkConstraints[name] && renamedIn(answers, table, before.checkConstraints[name].value);
      if (was === undefined) {
        const touchesOld = Object.keys(columns).some((column) => before.columns[column] && new RegExp(`\\b${column}\\b`).test(value));
        return touchesOld && !kept.has(value) ? [`${table}: the check ${name} is new: ${value}. ${advice}`] : [];
      }
      return was === value || isWider(was, value)
        ? []
        : [`${table}: the check ${name} becomes narrower, or may: it was ${was}, it becomes ${value}. ${advice}`];
    });
  });
  const crossing = exclusions.added
    .filter(({ table }) => tablesIn(from)[`public.${table}`])
    .map(({ name, table, definition }) => `${table}: ${name} is new: ${definition}. ${advice}`);
  return [...checks, ...crossing];
};
