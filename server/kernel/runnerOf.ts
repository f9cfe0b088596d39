import type pg from 'pg';
import { wireTypes } from '../database/wireTypes';
import type { Runner } from './select';
import { compile } from './sql';
import { statementName } from './statementName';

/** Runs statements on a connection or a pool. Rows are answered as arrays, with values in the format of the API. */
export const runnerOf = (client: Pick<pg.ClientBase | pg.Pool, 'query'>): Runner => ({
  rows: async (statement) => {
    const { sql: text, params } = 'params' in statement ? statement : compile(statement);
    const name = statementName(text);
    const result = await client.query<unknown[]>({
      ...(name && { name }),
      text,
      values: params,
      rowMode: 'array',
      types: wireTypes,
    } as pg.QueryArrayConfig);
    return result.rows;
  },
});
