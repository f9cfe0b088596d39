/** The yardstick: Fastify and pg serving given statements and nothing else. Reads `{ name: [page, count] }` from the file named in STATEMENTS, serves `/name`. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';
import { idleMs } from '../../server/database/openDatabase';
import { wireTypes } from '../../server/database/wireTypes';
import type { Statement } from './capture';

const cases = new Map(Object.entries(JSON.parse(readFileSync(process.env['STATEMENTS']!, 'utf8')) as Record<string, readonly Statement[]>));
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL']),
  types: wireTypes,
  options: '-c timezone=UTC',
  idleTimeoutMillis: idleMs,
});
const prepared = ({ name, text, values }: Statement): pg.QueryArrayConfig => ({ name, text, values: [...values], rowMode: 'array' });

const app = Fastify({ logger: false });
app.get<{ Params: { readonly name: string } }>('/:name', async ({ params }) => {
  const [page, count] = cases.get(params.name)!;
  const client = await pool.connect();
  try {
    const items = await client.query(prepared(page!));
    const counted = await client.query<[number]>(prepared(count!));
    return { items: items.rows, total: counted.rows[0]!.at(-1) };
  } finally {
    client.release();
  }
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.stdout.write('ready\n');
