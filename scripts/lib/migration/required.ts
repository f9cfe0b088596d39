import type { Answers } from './Answers';
import { tablesIn, type Column, type Tables } from './Snapshot';

interface Required {
  readonly table: string;
  readonly column: Column;
  readonly isNew: boolean;
}

const fillsItself = ({ default: value, generated, identity }: Column): boolean =>
  value !== undefined || generated !== undefined || identity !== undefined;

/** Columns that become required in tables that may have rows. */
const requiredColumns = (from: Tables, to: Tables): readonly Required[] =>
  Object.entries(tablesIn(to)).flatMap(([key, { name, columns }]) => {
    const before = tablesIn(from)[key]?.columns;
    if (!before) return [];
    return Object.values(columns).flatMap((column) => {
      const was = before[column.name];
      if (!column.notNull || was?.notNull || (!was && fillsItself(column))) return [];
      return [{ table: name, column, isNew: !was }];
    });
  });

const answerTo = ({ values }: Answers, { table, column }: Required) =>
  values.find((each) => each.table === table && each.column === column.name);

/** Questions that must be answered before these columns can be required, and answers without a question. */
export const valueQuestions = (from: Tables, to: Tables, answers: Answers): readonly string[] => {
  const required = requiredColumns(from, to);
  const open = required
    .filter((each) => !answerTo(answers, each))
    .map(
      ({ table, column: { name }, isNew }) =>
        `${table}.${name} ${isNew ? 'is required' : 'becomes required'} and ${table} may have rows: say ${table}.${name}:=VALUE for those ${isNew ? 'that are there' : 'without one'}, or '${table}.${name}:=(SQL)' for an expression over the row`,
    );
  const idle = answers.values.filter(({ table, column }) => !required.some((each) => each.table === table && each.column.name === column));
  return [...open, ...idle.map(({ said, table, column }) => `"${said}": ${table}.${column} is no column that this change makes required`)];
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const isExpression = (value: string): boolean => /^\(.*\)$/s.test(value);
const literal = ({ type, name }: Column, value: string): string => {
  if (/^(text|varchar|character)/.test(type) && !type.endsWith('[]')) return quoted(value);
  if (/^(smallint|integer|bigint|numeric|real|double)/.test(type) && !type.endsWith('[]')) {
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw new Error(`"${value}" is no number, and "${name}" is ${type}`);
    return value;
  }
  if (type === 'boolean' && !/^(true|false)$/.test(value))
    throw new Error(`"${value}" is neither true nor false, and "${name}" is boolean`);
  return type === 'boolean' ? value : `${quoted(value)}::${type}`;
};

const update = (table: string, column: string, value: string): readonly string[] => [
  `UPDATE "${table}" SET "${column}" = ${value} WHERE "${column}" IS NULL;`,
  'SET CONSTRAINTS ALL IMMEDIATE;', // a table cannot be altered while it waits for a deferred check
];

/**
 * Adds the given values before the statement that requires them. A constant is written to no row, an expression to each; neither remains as
 * a default.
 */
export const withValues = (statements: readonly string[], from: Tables, to: Tables, answers: Answers): readonly string[] => {
  const required = requiredColumns(from, to);
  return statements.flatMap((statement) => {
    const [, table, verb, name] = /^ALTER TABLE "(\w+)" (ADD COLUMN|ALTER COLUMN) "(\w+)" .*NOT NULL;$/s.exec(statement) ?? [];
    const asked = required.find((each) => each.table === table && each.column.name === name);
    const value = asked && answerTo(answers, asked)?.value;
    if (!asked || value === undefined || !table || !name) return [statement];
    if (verb === 'ALTER COLUMN') return [...update(table, name, isExpression(value) ? value : literal(asked.column, value)), statement];
    if (!isExpression(value))
      return [
        statement.replace(/ NOT NULL;$/, ` DEFAULT ${literal(asked.column, value)} NOT NULL;`),
        `ALTER TABLE "${table}" ALTER COLUMN "${name}" DROP DEFAULT;`,
      ];
    return [
      statement.replace(/ NOT NULL;$/, ';'),
      ...update(table, name, value),
      `ALTER TABLE "${table}" ALTER COLUMN "${name}" SET NOT NULL;`,
    ];
  });
};
