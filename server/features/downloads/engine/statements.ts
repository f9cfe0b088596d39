import type { AnyResource } from '@/schema';
import { nth } from '@/schema/must';
import { sqlLiteral } from '@/schema/sql';
import { selectAll, value, type Shape } from '../../../kernel/select';
import { columnText, plain, quote, sql, type SQL } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { aliveText } from '../../../api/list/alive';
import { orderText } from '../../../api/list/order';
import { listCondition } from '../../../api/list/readList';
import type { Viewer } from '../../../api/list/reader';
import { scopeSql } from '../../../api/list/scope';
import type { Asked, DownloadFormat } from './Asked';
import { guardedSql, readSql, workbookSql, type YesNo } from './cells';
import type { ColumnPlan } from './planColumns';

const { raw } = sql;
const inner = (index: number): string => `"q"."c${index}"`;

/** How rows are written for a file. */
export interface Written {
  readonly format: DownloadFormat;
  readonly plan: ColumnPlan;
  readonly yesNo: YesNo;
  /** Whether each column comes out as text, for those who do not read what `copy` writes. */
  readonly texts: boolean;
}
/** What each row is taken out as: the columns of a table in text, or one text that is the whole row. */
const shapeOf = ({ format, plan: { columns }, yesNo, texts }: Written): Shape => {
  const line = (text: string): Shape => ({ line: value<string>(plain(text)) });
  const each = (write: (column: (typeof columns)[number], at: string) => string): readonly string[] =>
    columns.map((one, index) => write(one, inner(index)));
  switch (format) {
    case 'csv':
      return Object.fromEntries(
        each((one, at) => (texts ? `(${guardedSql(one, at, yesNo)})::text` : guardedSql(one, at, yesNo))).map((text, index) => [
          `c${index}`,
          value<string | null>(plain(text)),
        ]),
      );
    case 'xlsx':
      return line(`concat('<row>', ${each((one, at) => workbookSql(one, at, yesNo)).join(', ')}, '</row>')`);
    case 'json':
      return line(`json_build_object(${each(({ json: [name] }, at) => `${sqlLiteral(name)}, ${at}`).join(', ')})::text`);
    case 'pdf':
      return line(`json_build_array(${each((one, at) => `(${readSql(one, at, yesNo)})::text`).join(', ')})::text`);
  }
};
/** The values of a row, each made once, whatever is written of it. */
const innerSql = ({ format, plan: { columns } }: Written): string =>
  columns.map(({ value, json }, index) => `${format === 'json' ? json[1] : value} as c${index}`).join(', ');

/** Rows that are written for a file: what of each, and from where. */
export interface RowsOut {
  readonly shape: Shape;
  readonly from: SQL;
}
const written = (out: Written, rest: SQL): RowsOut => ({ shape: shapeOf(out), from: sql`from (select ${raw(innerSql(out))} ${rest}) "q"` });

/** The order of the rows; kits that are packed lie distance by distance. */
export const orderOf = (
  { grants }: Viewer,
  resource: AnyResource,
  { sort, print, filter }: Pick<Asked, 'sort' | 'print' | 'filter'>,
): string => `${print ? `${columnText('t', 'distanceid')}, ` : ''}${orderText(grants, resource, 't', sort, filter)}`;

/** The rows of a list, as it is filtered and ordered on screen, each written for the file. */
export const listRows = (viewer: Viewer, resource: AnyResource, asked: Asked, out: Written): RowsOut =>
  written(
    out,
    sql`from ${raw(`${quote(resource.name)} "t"`)}${out.plan.joins} where ${listCondition(viewer, resource, asked)} order by ${raw(orderOf(viewer, resource, asked))}`,
  );

/** The same for some rows by their keys, in the order of the keys; those that the person does not see any more are left out. */
export const rowsByKey = (viewer: Viewer, resource: AnyResource, keys: readonly number[], out: Written): RowsOut =>
  written(
    out,
    sql`from unnest(${keys}::bigint[]) with ordinality "k"(id, at) join ${raw(`${quote(resource.name)} "t" on ${columnText('t', resource.key)} = "k".id and ${aliveText(resource, 't')}`)} and ${scopeSql(viewer.registry, viewer.grants, resource, 'list', 't') ?? sql`true`}${out.plan.joins} order by "k".at`,
  );

const count = value<number>(sql`count(*)`);
const counted = (viewer: Viewer, resource: AnyResource, asked: Asked): SQL =>
  sql`from ${raw(`${quote(resource.name)} "t"`)} where ${listCondition(viewer, resource, asked)}`;
/** How many rows a list has, as SQL. */
export const countSql = (viewer: Viewer, resource: AnyResource, asked: Asked): SQL =>
  sql`select ${count} ${counted(viewer, resource, asked)}`;
/** How many rows a list has. */
export const countRows = async (tx: Transaction, resource: AnyResource, asked: Asked): Promise<number> =>
  nth(await selectAll(tx, count, counted(tx, resource, asked)), 0);
