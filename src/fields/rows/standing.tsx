import type { Place } from '@/fields/kit/contracts';

/** A member stands at `<field>.<member>`, under which its words are. */
export const placeOf = ({ resource, name }: Place, member: string): Place => ({ resource, name: `${name}.${member}` });
/** A row whose values stand where their words are. */
export const standing = (row: object, name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([member, value]) => [`${name}.${member}`, value]));
