import { restrictingKey, type Access, type Grants, type PermissionKey, type RegionalKey } from './access';

/** A grantable key as rules speak of it. */
export interface RoleName {
  readonly slug: string;
  readonly category: string;
}

/** Whether a role is only held or not: to look or to act makes no difference to it. */
export const isSwitch = ({ slug, category }: RoleName): boolean => category === 'REGIONAL' || slug === restrictingKey;

/** Whether a person may pass a role on: nobody grants what they do not hold, or more of it. The restricting key takes away, so anyone may. */
export const mayGrant = ({ keys, regions, is_platform }: Grants, { slug, category }: RoleName, access: Access): boolean => {
  if (slug === restrictingKey) return true;
  if (category === 'REGIONAL') return is_platform && (regions.includes('national') || regions.includes(slug as RegionalKey));
  const held = keys[slug as PermissionKey];
  return held === 'edit' || (held === 'view' && access === 'view');
};
