import type { DeskPerson } from '@/domain/registration/desk';
import { openDeviceVault, type DeviceVault, type Seal } from '../scan/deviceVault';
import { isPassing } from '../scan/isPassing';
import { sealOf } from '../scan/sealOf';

/** How many photographs this device has, of those that it needs. */
export interface PortraitCounts {
  readonly kept: number;
  readonly wanted: number;
}
/** The photographs of people at a desk, small and sealed on this device like its copy. They need a pass that its PIN opened. */
export interface Portraits {
  /** The photograph as a data URL; null where none is kept. */
  readonly read: (person: DeskPerson) => Promise<string | null>;
  /** Fetches those that are missing, one after another, until all are here, the network goes or the storage is full. */
  readonly keep: (people: readonly DeskPerson[], onProgress: (counts: PortraitCounts) => void) => Promise<void>;
}
interface PortraitsOptions {
  readonly of: { readonly userid: number; readonly organizationid: number; readonly eventid: number };
  /** The small picture of a registration as a data URL; throws refine's `HttpError`. */
  readonly fetchPortrait: (inscriptionid: number) => Promise<string>;
  readonly vault?: () => Promise<DeviceVault>;
}

/** The device tells of its progress after this many pictures. */
const step = 20;

/** The photographs of one event; a new photograph of a person has a new name, so it is fetched again. */
export const createPortraits = ({ of, fetchPortrait, vault = openDeviceVault }: PortraitsOptions): Portraits => {
  const event = `${of.userid} portraits ${of.organizationid} ${of.eventid} `;
  const nameOf = ({ inscriptionid, photo }: DeskPerson): string => `${event}${inscriptionid} ${photo ?? ''}`;
  /** Pictures that the server does not have; asked again when the page is opened again. */
  const missing = new Set<string>();

  const keepAll = async (
    { database }: DeviceVault,
    seal: Seal,
    people: readonly DeskPerson[],
    onProgress: (counts: PortraitCounts) => void,
  ): Promise<void> => {
    const known = new Set(await database.getAllKeys('portraits', IDBKeyRange.bound(event, `${event}\uFFFF`)));
    const wanted = people.filter((person) => person.photo && !missing.has(nameOf(person)));
    const names = new Set(wanted.map(nameOf));
    for (const name of known) if (!names.has(name)) await database.delete('portraits', name);
    let kept = wanted.filter((person) => known.has(nameOf(person))).length;
    let lost = 0;
    const tell = () => onProgress({ kept, wanted: wanted.length - lost });
    tell();
    for (const person of wanted) {
      const name = nameOf(person);
      if (known.has(name)) continue;
      if (sealOf(of.userid, of.eventid) !== seal) return; // signed out, or prepared again
      try {
        await database.put('portraits', await seal.seal(await fetchPortrait(person.inscriptionid), name), name);
        kept += 1;
      } catch (error) {
        if (isPassing(error)) return tell();
        missing.add(name);
        lost += 1;
      }
      if ((kept + lost) % step === 0) tell();
    }
    tell();
  };
  let keeping: Promise<void> | undefined;
  return {
    read: async (person) => {
      const opened = sealOf(of.userid, of.eventid);
      if (!opened || !person.photo) return null;
      const { database } = await vault();
      try {
        const kept = await database.get('portraits', nameOf(person));
        const picture = kept && (await opened.open(kept, nameOf(person)).catch(() => null)); // of an earlier pass
        return typeof picture === 'string' ? picture : null;
      } finally {
        database.close();
      }
    },
    keep: async (people, onProgress) => {
      const seal = sealOf(of.userid, of.eventid);
      if (!seal) return;
      keeping ??= (async () => {
        const opened = await vault();
        try {
          await keepAll(opened, seal, people, onProgress);
        } finally {
          opened.database.close();
        }
      })().finally(() => {
        keeping = undefined;
      });
      await keeping;
    },
  };
};
