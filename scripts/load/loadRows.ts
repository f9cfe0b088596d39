import { ApiError, type ApiClient } from './apiClient';
import type { Place } from './findOrCreate';
import type { Candidate } from './judgeRows';
import type { Refusal } from './readResults';

export interface Loading {
  readonly api: ApiClient;
  readonly place: Place;
  /** Name of the publisher of the results; ids are unique within it. */
  readonly source: string;
  readonly countryOf: (text: string) => number | null;
  readonly onProgress: (done: number, total: number) => void;
  /** How many requests may run at the same time. */
  readonly atOnce?: number;
}

const batch = 500,
  usually = 8;
const hopeless: ReadonlySet<number> = new Set([0, 401, 403, 429]);
const conflict = 409,
  invalid = 422,
  malformed = 400;

const batches = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / batch) }, (_, at) => all.slice(at * batch, (at + 1) * batch));
const of = (field: string, op: string, value: unknown) => ({ field, op, value });

type Kind = 'inscriptions' | 'web_users';
const lists = {
  inscriptions: { service: 'inscription', key: 'inscriptionid' },
  web_users: { service: 'user', key: 'web_userid' },
} as const;

/** Which of the references the API already has, and their keys. */
const keysOf = async ({ api, place, source }: Loading, kind: Kind, refs: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { service, key } = lists[kind];
  const found = new Map<string, number>();
  for (const part of batches(refs)) {
    const where = [
      of('source', 'eq', source),
      of('source_ref', 'in', part),
      ...(kind === 'inscriptions' ? [of('eventid', 'eq', place.eventid)] : []),
    ];
    const answer = await api.query<{ readonly [K in Kind]: { readonly items: readonly Readonly<Record<string, unknown>>[] } }>(
      service,
      `query ($filter: Filter) { ${kind}(perpage: ${batch}, filter: $filter) { items { ${key} source_ref } } }`,
      { filter: { and: where } },
    );
    for (const item of answer[kind].items) found.set(String(item['source_ref']), Number(item[key]));
  }
  return found;
};

const isClash = (error: unknown): boolean =>
  error instanceof ApiError &&
  [malformed, conflict, invalid].includes(error.status) &&
  error.paths.some((path) => path === 'source_ref' || path === 'source');

const createAthlete = async (loading: Loading, row: Candidate): Promise<number> => {
  const { api, source, countryOf } = loading;
  const { first_name, last_name, gender, ref, more } = row;
  try {
    return (
      await api.post<{ readonly web_userid: number }>('/v2/user/web_users', {
        first_name,
        last_name,
        gender,
        countryid: countryOf(row.country),
        ...more,
        source,
        source_ref: ref,
      })
    ).web_userid;
  } catch (error) {
    const existing = isClash(error) ? (await keysOf(loading, 'web_users', [ref])).get(ref) : undefined;
    if (existing === undefined) throw error;
    return existing; // somebody else, or a request with a lost answer, was faster
  }
};

const createInscription = ({ api, place, source, countryOf }: Loading, row: Candidate, web_userid: number): Promise<unknown> =>
  api.post('/v2/inscription/inscriptions', {
    eventid: place.eventid,
    distanceid: place.distanceid,
    age_categoryid: place.categories.get(row.division) ?? null,
    web_userid,
    channel: 'import',
    first_name: row.first_name,
    last_name: row.last_name,
    gender: row.gender,
    countryid: countryOf(row.country),
    ...row.more,
    source,
    source_ref: row.ref,
  });

export const alreadyLoaded = 'already loaded';

/** Creates the missing athletes and inscriptions, some at a time. A row that the API refuses is reported and does not stop the others. */
export const loadRows = async (
  loading: Loading,
  candidates: readonly Candidate[],
): Promise<{ readonly created: number; readonly refused: readonly Refusal[] }> => {
  const refs = candidates.map(({ ref }) => ref);
  const loaded = await keysOf(loading, 'inscriptions', refs);
  const missing = candidates.filter(({ ref }) => !loaded.has(ref));
  const athletes = await keysOf(
    loading,
    'web_users',
    missing.map(({ ref }) => ref),
  );
  const refused: Refusal[] = candidates.filter(({ ref }) => loaded.has(ref)).map(({ line }) => ({ line, reason: alreadyLoaded }));
  const stopped: ApiError[] = [];
  let created = 0,
    done = 0;

  const loadOne = async (row: Candidate): Promise<void> => {
    try {
      await createInscription(loading, row, athletes.get(row.ref) ?? (await createAthlete(loading, row)));
      created += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (hopeless.has(error.status)) stopped.push(error);
      else refused.push({ line: row.line, reason: isClash(error) ? alreadyLoaded : error.message });
    }
    loading.onProgress((done += 1), missing.length);
  };
  const queue = missing.values();
  const work = async (): Promise<void> => {
    for (const row of queue) {
      if (stopped.length > 0) return;
      await loadOne(row);
    }
  };
  await Promise.all(Array.from({ length: loading.atOnce ?? usually }, work));
  const [cause] = stopped;
  if (cause) throw new ApiError(cause.status, `${cause.message}. ${created} rows were created before; run the same command again to go on`);
  return { created, refused };
};
