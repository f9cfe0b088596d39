import { foldText } from '@/schema/foldText';
import { isParts, partOf } from '@/schema/unknown';
import type { PreparedPage, PreparedPerson, WatchedPoint } from '@/domain/registration/accessPoint';
import type { NotFound } from '@/domain/registration/judgeScan';
import { validPass } from '@/state/passMark';
import type { DeviceVault, Seal } from '../scan/deviceVault';
import { sealOf } from '../scan/sealOf';
import { findByCode, grantsIn, type FoundHere, type GrantsHere } from './findOnDevice';
import type { PointApi } from './pointApi';
import { createPeopleIndex } from './peopleIndex';

/** What this device knows of the event of a point. */
interface Contents {
  readonly as_of: string | null;
  readonly people: readonly PreparedPerson[];
  readonly distances: PreparedPage['distances'];
  readonly waves: PreparedPage['waves'];
  readonly benefits: PreparedPage['benefits'];
  readonly watched: WatchedPoint | null;
}
export interface CopyState {
  /** When it was last compared with the server; null until the first time is through. */
  readonly as_of: string | null;
  readonly size: number;
  readonly isFetching: boolean;
}
/** The registrations of an event on this device, as long as the page is open; on a prepared device they are kept, sealed with what its PIN opens. */
export interface PointCopy extends GrantsHere {
  readonly state: () => CopyState;
  /** Opens what an earlier visit left. */
  readonly open: () => Promise<void>;
  /** Keeps what is known; false when nothing was fetched yet, or without a pass of this event whose PIN was entered. */
  readonly keep: () => Promise<boolean>;
  /** Fetches everything, or what changed since. */
  readonly refresh: () => Promise<void>;
  readonly watched: () => WatchedPoint | null;
  readonly keepWatched: (watched: WatchedPoint) => void;
  /** A registration by a code or its key; null as long as nothing was fetched. */
  readonly find: (code: string) => Promise<FoundHere | NotFound | null>;
  readonly person: (inscriptionid: number) => PreparedPerson | undefined;
  /** Adds what the server let pass. */
  readonly pass: (inscriptionid: number, pass: PreparedPerson['passes'][number]) => void;
  readonly search: (text: string) => readonly PreparedPerson[];
  readonly distance: (id: number) => string | undefined;
  readonly wave: (id: number | null) => string | undefined;
}
interface CopyOptions {
  readonly vault: () => Promise<DeviceVault | null>;
  /** Whose copy it is; those of other people on this device are removed. */
  readonly userid: number;
  readonly eventid: number;
  readonly name: string;
  readonly api: PointApi;
  readonly onChange: () => void;
}

const fewestLetters = 3;

const isContents = (some: unknown): some is Contents =>
  isParts(some) && Array.isArray(some['people']) && Array.isArray(some['benefits']) && typeof partOf(some, 'as_of') === 'string';
/** What an earlier visit kept. Copies of other people, and those without a pass, are removed. */
const readKept = async ({ database }: DeviceVault, owner: string, name: string, seal: Seal | null): Promise<unknown> => {
  for (const other of await database.getAllKeys('copies'))
    if (!other.startsWith(owner) || !validPass()) await database.delete('copies', other);
  const sealed = await database.get('copies', name);
  return sealed && seal?.open(sealed, name).catch(() => null); // of an earlier pass
};

/** Keeps the registrations of the event of a point on this device. */
export const createPointCopy = ({ vault, userid, eventid, name: point, api, onChange }: CopyOptions): PointCopy => {
  const owner = `${userid} `,
    name = `${owner}${point}`;
  const index = createPeopleIndex();
  let as_of: string | null = null,
    isFetching = false,
    watched: WatchedPoint | null = null,
    distances: PreparedPage['distances'] = [],
    waves: PreparedPage['waves'] = [],
    benefits: PreparedPage['benefits'] = [];
  const keep = async (): Promise<boolean> => {
    const opened = as_of === null ? null : await vault();
    const sealing = opened && sealOf(userid, eventid);
    if (!sealing) return false;
    const contents: Contents = { as_of, people: index.all(), distances, waves, benefits, watched };
    await opened.database.put('copies', await sealing.seal(contents, name), name);
    return true;
  };
  const fetchAll = async (): Promise<void> => {
    const since = as_of === null ? {} : { since: as_of };
    let after: number | null = 0,
      first: string | null = null,
      changes = 0;
    while (after !== null) {
      const page: PreparedPage = await api.prepare({ ...since, ...(after > 0 && { after }) });
      for (const person of page.people) index.put(person);
      ({ distances, waves, benefits } = page);
      first ??= page.as_of;
      changes += page.people.length;
      after = page.next;
      onChange();
    }
    const isFirst = as_of === null;
    as_of = first;
    if (isFirst || changes > 0) await keep().catch(() => false); // a device without storage works as long as the page is open
  };
  return {
    state: () => ({ as_of, size: index.size(), isFetching }),
    open: async () => {
      const opened = await vault();
      const contents = opened && (await readKept(opened, owner, name, sealOf(userid, eventid)));
      if (!isContents(contents) || as_of !== null) return;
      for (const person of contents.people) index.put(person);
      ({ as_of, distances, waves, benefits, watched } = contents);
      onChange();
    },
    keep,
    refresh: async () => {
      if (isFetching) return;
      isFetching = true;
      onChange();
      try {
        await fetchAll();
      } finally {
        isFetching = false;
        onChange();
      }
    },
    watched: () => watched,
    keepWatched: (next) => {
      const rules = JSON.stringify(watched?.rules) !== JSON.stringify(next.rules) || watched?.status !== next.status;
      watched = next;
      if (rules) void keep().catch(() => false); // without a connection the device judges by the rules that it saw last
      onChange();
    },
    find: async (code) => (as_of === null ? null : findByCode(index, code)),
    person: (id) => index.person(id),
    pass: (id, pass) => {
      const person = index.person(id);
      if (person) index.put({ ...person, passes: [...person.passes, pass] });
    },
    ...grantsIn(index, () => benefits),
    search: (text) => {
      const words = foldText(text).split(/\s+/).filter(Boolean);
      return words.join('').length < fewestLetters ? [] : index.named(words);
    },
    distance: (id) => distances.find((each) => each.id === id)?.name,
    wave: (id) => waves.find((each) => each.id === id)?.name,
  };
};
