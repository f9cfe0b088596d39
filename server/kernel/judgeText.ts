import type { FastifyInstance } from 'fastify';
import type { Problem } from '@/schema/project/zod';
import { invalid } from './DomainError';

/** What no column can store: NUL, and half of a surrogate pair. */
const unstorable = /\0|\p{Cs}/u;
const deepest = 64;
const refused = (path: string): Problem => ({ path, code: 'INVALID_CHARACTERS' });

/** Refuses a value with text in it that cannot be stored, or nested too deep. */
export const judgeText = (sent: unknown): void => {
  const open: (readonly [value: unknown, path: string, depth: number])[] = [[sent, '', 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, path, depth] = next;
    if (typeof value === 'string' && unstorable.test(value)) throw invalid([refused(path)]);
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= deepest) throw invalid([{ path: '', code: 'INVALID_VALUE' }]);
    for (const [name, each] of Object.entries(value)) {
      if (unstorable.test(name)) throw invalid([refused(path)]);
      open.push([each, path ? `${path}.${name}` : name, depth + 1]);
    }
  }
};

/** Refuses requests with such text in the URL or the body. */
export const judgeRequests = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ url, query }) => {
    judgeText(query);
    if (url.includes('%00')) throw invalid([refused('')]);
  });
  app.addHook('preValidation', async ({ body }) => judgeText(body));
};
