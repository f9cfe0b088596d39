import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { registry } from '@/resources';
import type { Filter } from '@/schema';
import { listDocument } from '@/schema/project/graphql';
import { buildApp } from '../../server/app';
import { readConfig } from '../../server/config';
import { openDatabase } from '../../server/database/openDatabase';

/** A statement with its values, and the name under which the database keeps its plan. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}
/** What a list is asked. */
export interface Asked {
  readonly filter?: Filter;
  readonly sort?: readonly string[];
  readonly search?: string;
}

const inscriptions = registry.get('inscriptions');
const document = listDocument(inscriptions, registry);
/** Address of the list of inscriptions. */
export const listPath = `/v2/${inscriptions.service}/_/graphql`;
const withoutTotal = listDocument(inscriptions, registry, { total: false });
/** The body that a client sends for the first page of 25: every column of the list, and the total unless it follows. */
export const listBody = ({ filter, sort, search }: Asked, hasTotal = true): string =>
  JSON.stringify({
    query: hasTotal ? document : withoutTotal,
    variables: { page: 1, perpage: 25, ...(filter && { filter }), ...(sort && { sort }), ...(search && { search }) },
  });

/** Total and rows of an answer; anything but a page ends the run. */
export const readAnswer = (text: string): { readonly items: readonly object[]; readonly total: number } => {
  const page = (
    JSON.parse(text) as { readonly data?: Record<string, { readonly items: readonly object[]; readonly total: number } | undefined> | null }
  ).data?.[inscriptions.name];
  if (!page) throw new Error(`the list answered ${text.slice(0, 500)}`);
  return page;
};

const asStatement = ({ text, values }: { readonly text: string; readonly values?: readonly unknown[] }): Statement => ({
  name: `b_${createHash('sha1').update(text).digest('hex').slice(0, 16)}`,
  text,
  values: values ?? [],
});

/** Listens to every connection from the moment it is first lent. */
const record = (pool: pg.Pool, heard: Statement[]): void => {
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
    const listening = (...given: readonly unknown[]): unknown => {
      const [first] = given;
      if (typeof first === 'object' && first !== null && 'text' in first) heard.push(asStatement(first as Statement));
      return query(...given);
    };
    Object.assign(client, { query: listening });
  });
};

export interface Recorder {
  /** The two statements that answer a list: the page and its total. */
  readonly capture: (asked: Asked, bearer: string) => Promise<readonly [Statement, Statement]>;
  readonly close: () => Promise<void>;
}
/** The application in this process, over connections that tell what they are asked. */
export const openRecorder = async (env: NodeJS.ProcessEnv): Promise<Recorder> => {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' });
  const heard: Statement[] = [];
  const { pool, close } = await openDatabase({ databaseUrl: config.databaseUrl, poolSize: 1 });
  record(pool, heard);
  const app: FastifyInstance = await buildApp({ pool, config, mostRequests: false });
  const capture: Recorder['capture'] = async (asked, bearer) => {
    heard.length = 0;
    const { body } = await app.inject({
      method: 'POST',
      url: listPath,
      headers: { authorization: bearer, 'content-type': 'application/json' },
      body: listBody(asked),
    });
    readAnswer(body);
    const [page, count, ...more] = heard.filter(({ text }) => text.includes(`from "${inscriptions.name}" "t"`));
    if (!page || !count || more.length > 0) throw new Error(`a list takes two statements, not ${heard.length}`);
    return [page, count];
  };
  return {
    capture,
    close: async () => {
      await app.close();
      await close();
    },
  };
};
