import { restrictingKey, type Grants } from './access';
import { isOneOf } from './unknown';

const seesEverywhere = ({ is_platform, regions }: Grants): boolean => is_platform && regions.includes('national');

/** Whether one person reaches every event that another reaches. */
const reaches = (one: Grants, other: Grants): boolean => {
  const isWithin = other.events.every((event) => one.events.includes(event));
  if (one.event_scope === 'selected') return other.event_scope === 'selected' && isWithin;
  if (!one.is_platform) return one.organizationid === other.organizationid;
  if (seesEverywhere(one)) return true;
  const isLimited = other.is_platform || other.event_scope === 'selected';
  return isLimited && isWithin && other.regions.every((region) => isOneOf(one.regions, region));
};

/**
 * What one person may do and another may not: keys, or a higher level of them, and `event_scope` for events out of reach. Somebody who
 * cannot read contact data lacks nothing but the freedom from the key that hides it, which is then named.
 */
export const keysBeyond = (one: Grants, other: Grants): readonly string[] => {
  const keys = Object.entries(other.keys)
    .filter(([key, access]) => {
      const held = Object.entries(one.keys).find(([name]) => name === key)?.[1];
      return key !== restrictingKey && held !== 'edit' && held !== access;
    })
    .map(([key]) => key);
  const unmasks = one.keys[restrictingKey] !== undefined && other.keys[restrictingKey] === undefined;
  return [...keys, ...(unmasks ? [restrictingKey] : []), ...(reaches(one, other) ? [] : ['event_scope'])];
};
