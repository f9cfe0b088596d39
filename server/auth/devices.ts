import { setCookie } from './cookies';
import { createSeal, randomText } from '../kernel/secrets';

/** The owner of the device, and when their password was last changed: a new password invalidates every known device. */
interface Owner {
  readonly userid: number;
  readonly changed: number;
}
type Entry = readonly [userid: number, changed: number, until: number, id: string];

/** How long a device stays known, and for how many people at most. */
const knownSeconds = 180 * 86_400,
  mostOwners = 5;

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) &&
  value.length === 4 &&
  [value[0], value[1], value[2]].every((each) => typeof each === 'number') &&
  typeof value[3] === 'string';

export interface Devices {
  /** The key under which the failures of this device are counted; null when its owner never signed in with it. */
  readonly known: (text: string | null, owner: Owner) => string | null;
  /** The cookie of a device on which its owner has just signed in. People that it knew before stay known. */
  readonly remember: (text: string | null, owner: Owner) => string;
}

/**
 * Recognises the browsers on which somebody signed in before, by a sealed cookie. It grants no access: it only saves its owner from
 * waiting while others guess their password.
 */
export const createDevices = (secret: string, cookie: string, now: () => number = Date.now): Devices => {
  const seal = createSeal(secret, 'known device');
  const entriesIn = (text: string | null): readonly Entry[] => {
    const opened = text === null ? null : seal.open(text);
    const kept: unknown = opened === null ? [] : JSON.parse(opened);
    return Array.isArray(kept) ? kept.filter(isEntry).filter(([, , until]) => until > now()) : [];
  };
  return {
    known: (text, owner) => entriesIn(text).find(([userid, changed]) => userid === owner.userid && changed === owner.changed)?.[3] ?? null,
    remember: (text, owner) => {
      const others = entriesIn(text)
        .filter(([userid]) => userid !== owner.userid)
        .slice(0, mostOwners - 1);
      const entry: Entry = [owner.userid, owner.changed, now() + knownSeconds * 1000, randomText()];
      return setCookie(cookie, seal.close(JSON.stringify([entry, ...others])), knownSeconds);
    },
  };
};
