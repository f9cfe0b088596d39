import type { Place } from '@/fields/kit/contracts';

/** A member is at `<field>.<member>`, the key of its texts. */
export const placeOf = ({ resource, name }: Place, member: string): Place => ({ resource, name: `${name}.${member}` });
/** A row whose values are at the paths of their texts. */
export const standing = (row: object, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([member, value]) => [`${name}.${member}`, value]));
