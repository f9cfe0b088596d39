import type { ApiClient } from './apiClient';
import type { Division } from './division';
import { FileError } from './readResults';

/** The known data of the event when it has to be created. */
export interface EventDraft {
  readonly slug: string;
  readonly name: string;
  /** Start, ISO 8601; null when it is unknown. */
  readonly startAt: string | null;
  readonly city: string | null;
  /** Number, code or name of the state. */
  readonly state: string | null;
  readonly sport: string;
  readonly contact: string;
  readonly organizationid: number;
}

interface State {
  readonly stateid: number;
  readonly code: string;
  readonly name: string;
  readonly region: string;
}
interface Category extends Division {
  readonly age_categoryid: number;
  readonly sort: number;
}
export interface Place {
  readonly eventid: number;
  readonly distanceid: number;
  readonly categories: ReadonlyMap<string, number>;
}

const dayMs = 86_400_000,
  openDays = 180;
const most = 120;
const shift = (instant: string, days: number): string => new Date(Date.parse(instant) + days * dayMs).toISOString();
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const stateOf = async (api: ApiClient, wanted: string | null): Promise<State> => {
  const { states } = await api.query<{ readonly states: { readonly items: readonly State[] } }>(
    'general',
    '{ states(perpage: 500) { items { stateid code name region } } }',
    {},
  );
  const found =
    wanted === null
      ? undefined
      : states.items.find(({ stateid, code, name }) => [String(stateid), plain(code), plain(name)].includes(plain(wanted)));
  if (!found)
    throw new FileError(
      wanted === null
        ? 'the file name does not say where the event was: give --city and --state'
        : `no state is called "${wanted}"; give its number, code or name`,
    );
  return found;
};

const createEvent = async (api: ApiClient, draft: EventDraft): Promise<number> => {
  const { slug, name, startAt, city, sport, contact, organizationid } = draft;
  if (startAt === null) throw new FileError('the file name says no year: give --date YYYY-MM-DD');
  const { stateid, region } = await stateOf(api, draft.state);
  if (city === null) throw new FileError('the file name does not say where the event was: give --city and --state');
  const { eventid } = await api.post<{ readonly eventid: number }>('/v2/event/events', {
    organizationid,
    name: { es: name },
    slug,
    category: 'estelares',
    region,
    sport,
    start_at: startAt,
    stateid,
    city,
    numbering_mode: 'none',
    exoneration_mode: 'none',
    registration_open_at: shift(startAt, -openDays),
    registration_close_at: shift(startAt, -1),
    contact_email: contact,
  });
  return eventid;
};

/** The event of a slug; null where there is none, or the account does not see it. */
export const findEvent = async (api: ApiClient, slug: string): Promise<number | null> => {
  const { events } = await api.query<{ readonly events: { readonly items: readonly { readonly eventid: number }[] } }>(
    'event',
    'query ($filter: Filter) { events(perpage: 1, filter: $filter) { items { eventid } } }',
    { filter: { field: 'slug', op: 'eq', value: slug } },
  );
  return events.items[0]?.eventid ?? null;
};

interface Distance {
  readonly distanceid: number;
  readonly version: number;
  readonly age_categories: readonly Category[];
}
const distanceFields = 'distanceid version age_categories { age_categoryid name branch age_min age_max sort }';

const findDistance = async (api: ApiClient, eventid: number, code: string): Promise<Distance | null> => {
  const { distances } = await api.query<{ readonly distances: { readonly items: readonly Distance[] } }>(
    'event',
    `query ($filter: Filter) { distances(perpage: 1, filter: $filter) { items { ${distanceFields} } } }`,
    {
      filter: {
        and: [
          { field: 'eventid', op: 'eq', value: eventid },
          { field: 'code', op: 'eq', value: code },
        ],
      },
    },
  );
  return distances.items[0] ?? null;
};

const refuseTooMany = (count: number): void => {
  if (count > most) throw new FileError(`${count} divisions are more than a distance has room for (${most})`);
};
const withCategories = async (api: ApiClient, eventid: number, name: string, divisions: readonly Division[]): Promise<Distance> => {
  const code = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .slice(0, 24);
  const found = await findDistance(api, eventid, code);
  const known = found?.age_categories ?? [];
  const fresh = divisions.filter((division) => !known.some((category) => category.name === division.name));
  refuseTooMany(known.length + fresh.length);
  const added = fresh.map((division, at) => ({ ...division, sort: known.length + at }));
  if (!found) await api.post('/v2/event/distances', { eventid, name, code, age_categories: added });
  else if (fresh.length > 0)
    await api.patch(`/v2/event/distances/${found.distanceid}`, { version: found.version, age_categories: [...known, ...added] });
  else return found;
  return (await findDistance(api, eventid, code))!;
};

/** The event of a slug with its distance and divisions; creates what is missing and changes nothing that exists. */
export const findOrCreatePlace = async (
  api: ApiClient,
  draft: EventDraft,
  distance: string,
  divisions: readonly Division[],
): Promise<Place> => {
  refuseTooMany(divisions.length); // before there is an event without a distance
  const eventid = (await findEvent(api, draft.slug)) ?? (await createEvent(api, draft));
  const { distanceid, age_categories } = await withCategories(api, eventid, distance, divisions);
  return { eventid, distanceid, categories: new Map(age_categories.map(({ name, age_categoryid }) => [name, age_categoryid])) };
};
