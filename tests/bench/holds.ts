import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { biCharts } from '@/domain/reports/biFigures';
import { registry } from '@/resources';
import { actionLimits } from '@/schema/actionLimits';
import { fieldAt, type AnyResource, type Filter } from '@/schema';
import { benchDatabase, withCopy } from './database';
import { onCopyOfFolder } from './embeddedFolder';
import { heldDuring } from './rehearsals';
import { figure, tell, type Figure } from './report';
import { startApi, startEmbeddedApi, type Api } from './servers';

const rows = actionLimits.rehearsal;
const mostWaitMs = 1000,
  mostLockMs = 2000,
  lookMs = 25;
const largest = ['inscriptions', 'web_users', 'payments', 'bibs'] as const;
const pageOfExport = 500,
  pagesOfExport = 10,
  mostComparisons = 200,
  roots = 10;

type Send = (path: string, body?: object, method?: string) => Promise<{ readonly status: number; readonly text: string }>;
/** One heavy thing to ask. */
interface Case {
  readonly name: string;
  readonly ask: (send: Send) => Promise<unknown>;
}

const pathOf = ({ service, name }: AnyResource): string => `/v2/${service}/${name}`;
const textsOf = (resource: AnyResource): readonly string[] =>
  (resource.list.filters ?? []).filter((path) => fieldAt(registry, resource, path)?.operators.includes('contains'));
/** So many comparisons of the texts that the list filters by, which every row fails, so that all are made; none is put together with another. */
const heaviest = (texts: readonly string[], count: number): Filter => ({
  and: Array.from({ length: 5 }, (_, part) => ({
    or: Array.from({ length: Math.ceil(count / 5) }, (__, at) => ({
      not: { not: { field: texts[(part + at) % texts.length] ?? '', op: 'contains', value: `${'aeio'[at % 4]}${part}${at}` } },
    })),
  })),
});
/** The most comparisons that the server takes. */
const heaviestAllowed = async (send: Send, resource: AnyResource): Promise<void> => {
  for (let count = mostComparisons; count >= 5; count = Math.floor(count * 0.7)) {
    const { text } = await send(`/v2/${resource.service}/_/graphql`, {
      query: `query ($filter: Filter) { ${resource.name}(perpage: 25, filter: $filter) { total items { ${resource.key} } } }`,
      variables: { filter: heaviest(textsOf(resource), count) },
    });
    if (!text.includes('"errors"')) return tell(`holds: ${resource.name} takes ${count} comparisons`);
    if (!text.includes('FILTER_TOO_HEAVY')) throw new Error(`${resource.name} answered ${text.slice(0, 300)}`);
  }
};
const must = async (send: Send, path: string, body?: object, method?: string): Promise<any> => {
  const { status, text } = await send(path, body, method);
  if (status >= 400) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
};

/** The heaviest that each list takes, from its declaration. */
const listCases = (resource: AnyResource): readonly Case[] => {
  const at = `${pathOf(resource)}?_start=0&_end=25`;
  return [
    ...(resource.list.sortable ?? resource.list.columns.slice(0, 3)).map((name) => ({
      name: `${resource.name} by ${name}, the last page of a thousand`,
      ask: (send: Send) => must(send, `${pathOf(resource)}?_start=${rows - 1000}&_end=${rows}&_sort=${name}`),
    })),
    ...(textsOf(resource).length > 0
      ? [{ name: `${resource.name} by the heaviest filter`, ask: (send: Send) => heaviestAllowed(send, resource) }]
      : []),
    ...(resource.list.search
      ? [{ name: `${resource.name} by a search of eight words`, ask: (send: Send) => must(send, `${at}&q=a+e+i+o+n+r+s+l`) }]
      : []),
    {
      name: `${resource.name}, an export`,
      ask: async (send: Send) => {
        for (let page = 0; page < pagesOfExport; page += 1)
          await must(send, `${pathOf(resource)}?_start=${page * pageOfExport}&_end=${(page + 1) * pageOfExport}`);
      },
    },
  ];
};

const documentCase: Case = {
  name: 'a document of ten lists',
  ask: (send) =>
    must(send, '/v2/inscription/_/graphql', {
      query: `{ ${Array.from({ length: roots }, (_, at) => `r${at}: inscriptions(perpage: 1000, page: ${at + 1}) { total items { inscriptionid status } }`).join(' ')} }`,
    }),
};
const reportCases: readonly Case[] = biCharts.map((chart) => ({
  name: `the report ${chart}`,
  ask: (send) => must(send, `/v2/general/reports-bi/${chart}`),
}));
/** A range as large as a pool takes, and a batch as large as it takes, in an event that is there. */
const writeCases: readonly Case[] = [
  {
    name: 'a pool of 99,999 bibs, made and taken away',
    ask: async (send) => {
      const [{ eventid }] = await must(send, '/v2/event/events?_start=0&_end=1');
      const pool = await must(send, '/v2/event/bib_pools', { eventid, name: 'Medida', prefix: 'ZZ9', start: 1, end: 99_999 });
      const { version } = await must(send, `/v2/event/bib_pools/${pool.bib_poolid}`);
      await must(send, `/v2/event/bib_pools/${pool.bib_poolid}`, { version }, 'DELETE');
    },
  },
  {
    name: 'a batch of 20,000 coupons',
    ask: async (send) => {
      const [{ eventid, organizationid }] = await must(send, '/v2/event/events?_start=0&_end=1&columns=eventid,organizationid');
      const batch = await must(send, '/v2/event/coupon_batches', {
        eventid,
        organizationid,
        name: 'Medida',
        owner_type: 'club',
        code_length: 12,
        qty: 20_000,
      });
      await must(send, `/v2/event/coupon_batches/${batch.coupon_batchid}/generate`, { input: { type: 'percent', value: 10 } });
    },
  },
];
const cases: readonly Case[] = [...largest.flatMap((name) => listCases(registry.get(name))), documentCase, ...reportCases, ...writeCases];

/** How old the oldest transaction became that had written something, which is how long it held what it wrote. */
const locksDuring = async (databaseUrl: string, work: Promise<unknown>): Promise<number> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const over = new AbortController();
  const end = work.finally(() => over.abort());
  let longest = 0;
  while (!over.signal.aborted) {
    const { rows: found } = await client.query<{ ms: number | null }>(
      'select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 as ms from pg_stat_activity where datname = current_database() and backend_xid is not null',
    );
    longest = Math.max(longest, found[0]?.ms ?? 0);
    await sleep(lookMs);
  }
  await client.end();
  await end;
  return longest;
};

const measureOn = async (engine: string, { api, session, stop }: Api, databaseUrl?: string): Promise<readonly Figure[]> => {
  const figures: Figure[] = [];
  const send: Send = async (path, body, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { authorization: await session.bearer(), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const look = (): Promise<unknown> => send('/v2/general/countries?_start=0&_end=1');
  try {
    await look();
    for (const { name, ask } of cases) {
      const began = performance.now();
      const asked = ask(send);
      const [waited, held] = await Promise.all([heldDuring(look, asked), databaseUrl ? locksDuring(databaseUrl, asked) : 0]);
      tell(
        `holds: ${engine}, ${name}: ${Math.round(performance.now() - began)} ms, others waited ${Math.round(waited)} ms, locks ${Math.round(held)} ms`,
      );
      figures.push(figure(`${name}, longest wait of others, ${engine}`, waited, 'ms', `<= ${mostWaitMs}`));
      if (databaseUrl && writeCases.some((each) => each.name === name))
        figures.push(figure(`${name}, longest lock, ${engine}`, held, 'ms', `<= ${mostLockMs}`));
    }
    return figures;
  } finally {
    await stop();
  }
};

/** How long others wait, and how long locks are held, while the heaviest is asked that each kind of request allows, on either engine. */
export const measureHolds = async (): Promise<readonly Figure[]> => [
  ...(await withCopy(await benchDatabase(rows, false), async (url) => measureOn('PostgreSQL', await startApi(url), url))),
  ...(await onCopyOfFolder(async (folder) => measureOn('embedded', await startEmbeddedApi(folder)))),
];
