import type { Access } from './access';

/** A key of a membership or of a profile, and its level. */
export interface GrantedRole {
  readonly roleid: number;
  readonly access: Access;
}
const isWider = (one: GrantedRole, other: GrantedRole | undefined): boolean => !other || (one.access === 'edit' && other.access === 'view');

/** What a membership has of a profile and of its own keys: one row for each key, an own one only where it goes further. */
export const combineRoles = <R extends GrantedRole>(ofProfile: readonly R[], own: readonly R[]): readonly R[] => {
  const byRole = new Map(ofProfile.map((row) => [row.roleid, row]));
  for (const row of own) if (isWider(row, byRole.get(row.roleid))) byRole.set(row.roleid, row);
  return [...byRole.values()];
};
