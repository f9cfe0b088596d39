import { isParts } from '@/schema/unknown';
/** A record that somebody opened on this device. */
export interface RecentPlace {
  readonly resource: string;
  readonly id: number;
  readonly title: string;
  readonly to: string;
  readonly at: number;
}
/** The owner of the places: what one person saw in one organization is not for other people or organizations. */
export interface PlacesOf {
  readonly userid: number;
  readonly organizationid: number | null;
}
const prefix = 'dorsal.recent.';
const most = 30;
const keyOf = ({ userid, organizationid }: PlacesOf): string => `${prefix}${userid}.${organizationid ?? 0}`;

const isPlace = (some: unknown): some is RecentPlace => {
  const { resource, id, title, to, at } = isParts(some) ? some : {};
  return (
    typeof resource === 'string' &&
    typeof id === 'number' &&
    typeof title === 'string' &&
    typeof at === 'number' &&
    typeof to === 'string' &&
    /^\/(?!\/)/.test(to)
  );
};
const removeWhere = (goes: (key: string) => boolean): void => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix) && goes(key)) localStorage.removeItem(key);
};

/** The records that somebody opened, newest first. */
export const recentPlaces = (of: PlacesOf): readonly RecentPlace[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(of)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return []; // storage is forbidden, or something else wrote there
  }
};
/** Puts a record first. Places of other people are removed from this device. */
export const rememberPlace = (of: PlacesOf, place: RecentPlace): void => {
  const others = recentPlaces(of).filter(({ resource, id }) => resource !== place.resource || id !== place.id);
  try {
    removeWhere((key) => !key.startsWith(`${prefix}${of.userid}.`));
    localStorage.setItem(keyOf(of), JSON.stringify([place, ...others].slice(0, most)));
  } catch {
    // nothing is remembered without storage
  }
};
/** Removes all places from this device. */
export const forgetPlaces = (): void => {
  try {
    removeWhere(() => true);
  } catch {
    // nothing was stored either
  }
};
