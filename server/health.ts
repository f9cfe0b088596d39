import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/**
 * Why a process takes no requests, or not all of them: its database does not answer, the disk under the embedded database is full or
 * read-only, or it is stopping.
 */
export type Hindrance = 'database' | 'disk' | 'draining';

const patienceMs = 3000;
const inTime = async <T>(work: Promise<T>): Promise<T> => {
  let late: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        late = setTimeout(() => reject(new Error(`no answer in ${patienceMs} ms`)), patienceMs);
      }),
    ]);
  } finally {
    clearTimeout(late);
  }
};

/**
 * `/healthz` answers 200 while the process lives; `/readyz` answers 200 when it takes every request, and otherwise 503 with the reasons.
 */
export const health = (app: FastifyInstance, pool: pg.Pool, hindrances: () => readonly Hindrance[] = () => []): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const reasons = [...hindrances()];
    try {
      await inTime(pool.query('select stamp from access_stamp'));
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      reasons.push('database');
    }
    return reasons.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reasons });
  });
};
