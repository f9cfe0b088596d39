/**
 * One object of the database that is no table, index or constraint: a policy, the grants of a table, a function, a trigger. Its name
 * identifies it, and its text creates it.
 */
export interface Rule {
  readonly name: string;
  readonly sql: string;
}

const mark = '-- rule: ';
const heading =
  '-- Projected from the declarations by "npm run db:generate"; edit those instead. The start applies each rule whose text changed or that the database lacks.';

/** The rules as one readable text. */
export const rulesText = (rules: readonly Rule[]): string =>
  `${[heading, ...rules.map(({ name, sql }) => `${mark}${name}\n${sql}`)].join('\n\n')}\n`;

/** The rules in such a text. */
export const readRules = (text: string): readonly Rule[] =>
  text
    .split(`\n${mark}`)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { name: part.slice(0, end), sql: part.slice(end + 1).trimEnd() };
    });
