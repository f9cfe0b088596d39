import type pg from 'pg';
import { tellPlaces, type Place } from '../../jobs/signals';
import { runnerOf } from '../../kernel/runnerOf';
import type { LivePages } from './livePages';

/** A page that nobody has heard of for this long has left. */
const silentMs = 12_000;

/** Somebody else who has the record open. */
export interface Present {
  readonly userid: number;
  readonly name: string;
  readonly isEditing: boolean;
}
const keyOf = ({ organizationid, record }: Place): string | null => record && `${organizationid ?? ''} ${record.resource} ${record.id}`;

/** Who has which record open, over all processes: each repeats the places of its own pages, and forgets those that fell silent. */
export const createPresence = (pool: pg.Pool, pages: LivePages, now: () => number = Date.now) => {
  const known = new Map<string, { readonly place: Place; readonly at: number }>();
  const said = new Map<string, string>();
  const peopleAt = (key: string, but: number): readonly Present[] => {
    const people = new Map<number, Present>();
    for (const { place } of known.values()) {
      if (!place.record || keyOf(place) !== key || place.userid === but) continue;
      const isEditing = place.record.isEditing || people.get(place.userid)?.isEditing === true;
      people.set(place.userid, { userid: place.userid, name: place.name, isEditing });
    }
    return [...people.values()].sort((one, other) => one.userid - other.userid);
  };
  const tellAt = (keys: ReadonlySet<string>): void => {
    for (const page of pages.all()) {
      const place = known.get(page.id)?.place,
        key = place && keyOf(place);
      if (!place?.record || !key || !keys.has(key)) continue;
      const { resource, id } = place.record;
      const people = peopleAt(key, place.userid);
      const text = JSON.stringify([key, people]);
      if (said.get(page.id) === text || (people.length === 0 && !said.has(page.id))) continue;
      said.set(page.id, text);
      page.tell('presence', { resource, id, people: people.map(({ name, isEditing }) => ({ name, isEditing })) });
    }
  };
  const forget = (page: string): string | null => {
    const key = known.get(page)?.place;
    known.delete(page);
    said.delete(page);
    return key ? keyOf(key) : null;
  };
  const own = (): readonly Place[] => pages.all().flatMap(({ id }) => known.get(id)?.place ?? []);
  return {
    /** Takes in what a process says. The place of a page counts only for the person whose page it is. */
    hear: (places: readonly Place[]): void => {
      const moved = new Set<string>();
      for (const place of places) {
        const page = pages.find(place.page);
        if (page && page.who().userid !== place.userid) continue;
        const before = known.get(place.page)?.place;
        const keys = [before && keyOf(before), keyOf(place)];
        const isSame = before && JSON.stringify(before.record) === JSON.stringify(place.record);
        if (!place.record) forget(place.page);
        else {
          if (before && keys[0] !== keys[1]) said.delete(place.page);
          known.set(place.page, { place, at: now() });
        }
        if (!isSame) for (const key of keys) if (key) moved.add(key);
      }
      if (moved.size > 0) tellAt(moved);
    },
    /** The stream of a page is over. */
    leave: (page: string): void => {
      const place = known.get(page)?.place;
      if (place) void tellPlaces(runnerOf(pool), [{ ...place, record: null }]).catch(() => {}); // otherwise it is forgotten for its silence
    },
    /** Repeats the places of the own pages, and forgets the silent ones. */
    beat: async (): Promise<void> => {
      const gone = [...known].filter(([, { at }]) => now() - at > silentMs).map(([page]) => forget(page));
      const keys = new Set(gone.filter((key): key is string => key !== null));
      if (keys.size > 0) tellAt(keys);
      const places = own();
      if (places.length > 0) await tellPlaces(runnerOf(pool), places);
    },
  };
};
