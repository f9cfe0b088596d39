import type pg from 'pg';
import { wireTypes } from '../database/wireTypes';
import { asArrays } from './asArrays';
import type { Runner } from './select';
import { statementName } from './statementName';

/** Runs statements on a connection or a pool. Values are in the format of the API. */
export const runnerOf = (client: Pick<pg.ClientBase | pg.Pool, 'query'>): Runner => ({
  [asArrays]: async ({ sql: text, params }) => {
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
