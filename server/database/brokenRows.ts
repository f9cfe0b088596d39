import type pg from 'pg';

/** Why a statement of a migration was refused: the rule, and the rows of one table that break it. */
export interface BrokenRows {
  readonly table: string;
  readonly rule: string;
  readonly count: number;
  readonly keys: readonly string[];
  readonly key: string;
}
interface Question {
  readonly table: string;
  readonly rule: string;
  /** Selects `key` of each row that breaks the rule; `$key` is replaced by it. */ readonly rows: string;
}
interface Refusal {
  readonly code?: string;
  readonly detail?: string;
  readonly message: string;
}

const shown = 5;
const quote = (name: string): string => `"${name}"`;
const from = (table: string, where: string): string => `select $key as key from public.${quote(table)} where ${where}`;

const empty = (statement: string): Question | null => {
  const [, changed, column] = /ALTER TABLE "(\w+)" ALTER COLUMN "(\w+)" SET NOT NULL/.exec(statement) ?? [];
  if (changed && column) return { table: changed, rule: `"${column}" must have a value`, rows: from(changed, `${quote(column)} is null`) };
  const [, grown, added] = /ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" [^;]*NOT NULL/.exec(statement) ?? [];
  return grown && added ? { table: grown, rule: `"${added}" must have a value`, rows: from(grown, 'true') } : null;
};

const checked = (statement: string): Question | null => {
  const [, table, name, condition] = /ALTER TABLE "(\w+)" ADD CONSTRAINT "(\w+)" CHECK \((.*)\);?\s*$/s.exec(statement) ?? [];
  return table && name && condition ? { table, rule: `${name}, ${condition}`, rows: from(table, `not (${condition})`) } : null;
};

/** The message of PostgreSQL names the columns, or expressions, in a form that can be used in a query. */
const keyOf = ({ detail = '' }: Refusal): string | undefined => /^Key \((.*?)\)=\(/s.exec(detail)?.[1];
const repeated = (statement: string, refusal: Refusal): Question | null => {
  const columns = keyOf(refusal);
  const [, name, table, , where = 'true'] =
    /CREATE UNIQUE INDEX "(\w+)" ON "(\w+)" USING \w+ \((.*?)\)(?: NULLS NOT DISTINCT)?(?: WHERE (.*?))?;?\s*$/s.exec(statement) ?? [];
  const [, ofConstraint, constraint] = /ALTER TABLE "(\w+)" ADD CONSTRAINT "(\w+)" UNIQUE/.exec(statement) ?? [];
  const whose = table ?? ofConstraint,
    rule = name ?? constraint;
  if (!columns || !whose || !rule) return null;
  const apart = /NULLS NOT DISTINCT/.test(statement) ? 'true' : `row(${columns}) is not null`;
  return {
    table: whose,
    rule: `${rule}, no two with the same ${columns}`,
    rows: `select key from (select $key as key, count(*) over (partition by ${columns}) as n from public.${quote(whose)} where (${where}) and ${apart}) t where n > 1`,
  };
};

const dangling = (statement: string): Question | null => {
  const [, table, name, column, target, key] =
    /ALTER TABLE "(\w+)" ADD CONSTRAINT "(\w+)" FOREIGN KEY \("(\w+)"\) REFERENCES (?:"public"\.)?"(\w+)"\("(\w+)"\)/.exec(statement) ?? [];
  if (!table || !name || !column || !target || !key) return null;
  const known = `exists (select 1 from public.${quote(target)} o where o.${quote(key)} = public.${quote(table)}.${quote(column)})`;
  return {
    table,
    rule: `${name}, "${column}" names a row of ${target}`,
    rows: from(table, `${quote(column)} is not null and not ${known}`),
  };
};

const crossing = (statement: string): Question | null => {
  const [, table, name, list = '', where = 'true'] =
    /ALTER TABLE "(\w+)" ADD CONSTRAINT "(\w+)" EXCLUDE USING gist \((.*?)\)(?: WHERE \((.*?)\))? DEFERRABLE/s.exec(statement) ?? [];
  const parts = [...list.matchAll(/(.+?) WITH (=|&&)(?:, |$)/g)].map(([, value = '', operator = '=']) => ({ value, operator }));
  if (!table || !name || parts.length === 0) return null;
  const values = parts.map(({ value }, at) => `${value} as v${at}`).join(', '),
    same = parts.map(({ operator }, at) => `a.v${at} ${operator} b.v${at}`).join(' and ');
  const rows = `with t as (select $key as key, ${values} from public.${quote(table)} where ${where}) select a.key from t a where exists (select 1 from t b where b.key <> a.key and ${same})`;
  return { table, rule: `${name}, no two that overlap`, rows };
};

const unreadable = (statement: string, { message }: Refusal): Question | null => {
  const [, table, column, type = 'the new type'] =
    /ALTER TABLE "(\w+)" ALTER COLUMN "(\w+)" SET DATA TYPE ([\w ()]+?)(?: USING|;|$)/.exec(statement) ?? [];
  const value = /: "(.*)"$/s.exec(message)?.[1];
  return table && column && value !== undefined
    ? { table, rule: `"${column}" is ${type}`, rows: from(table, `${quote(column)}::text = '${value.replaceAll("'", "''")}'`) }
    : null;
};

const questions: Readonly<Record<string, (statement: string, refusal: Refusal) => Question | null>> = {
  23502: empty,
  23514: checked,
  23505: repeated,
  23503: dangling,
  '23P01': crossing,
  '22P02': unreadable,
};

const keySql = `select array_agg(a.attname::text order by k.at) as names from pg_index i cross join unnest(i.indkey) with ordinality k (attnum, at) join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where i.indrelid = to_regclass($1) and i.indisprimary`;

/** Finds the rows because of which a statement was refused, at an earlier savepoint of the transaction; null when they cannot be found. */
export const brokenRows = async (client: pg.ClientBase, statement: string, refusal: Refusal): Promise<BrokenRows | null> => {
  const question = questions[refusal.code ?? '']?.(statement, refusal);
  if (!question) return null;
  const {
    rows: [found],
  } = await client.query<{ names: string[] | null }>(keySql, [`public.${quote(question.table)}`]);
  const names = found?.names ?? [];
  const [only] = names;
  const key =
    only !== undefined && names.length === 1
      ? quote(only)
      : names.length > 1
        ? `concat_ws('/', ${names.map(quote).join(', ')})`
        : 'null::text';
  const { rows } = await client.query<{ key: string | null; all: number }>(
    `with broken as (${question.rows.replaceAll('$key', () => key)}) select key::text, count(*) over ()::int as all from broken order by broken.key limit ${shown}`,
  );
  const [first] = rows;
  if (!first) return null;
  return {
    table: question.table,
    rule: question.rule,
    count: first.all,
    keys: rows.flatMap((row) => (row.key === null ? [] : [row.key])),
    key: names.join('/'),
  };
};
