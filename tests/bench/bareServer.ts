/** The yardstick: Fastify and pg serving given statements and nothing else. Reads `{ text, values }[]` from the file named in STATEMENTS. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

interface Statement { readonly name?: string; readonly text: string; readonly values: unknown[] }
const statements = JSON.parse(readFileSync(process.env['STATEMENTS']!, 'utf8')) as readonly Statement[];
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['POOL'] ?? 10) });

const app = Fastify({ logger: false });
app.get('/', async () => {
  const client = await pool.connect();
  try {
    const [page, count] = [await client.query(statements[0]!), await client.query(statements[1]!)];
    return { items: page.rows, total: count.rows[0] };
  } finally {
    client.release();
  }
});
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.stdout.write('ready\n');
