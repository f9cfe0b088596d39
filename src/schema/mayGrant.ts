import { isOneOf } from './unknown';
import { permissionKeys, restrictingKey, type Access, type Grants } from './access';

/** A grantable key as rules see it. */
export interface RoleName {
  readonly slug: string;
  readonly category: string;
}

/** Whether a role has no levels: viewing and editing are the same for it. */
export const isSwitch = ({ slug, category }: RoleName): boolean => category === 'REGIONAL' || slug === restrictingKey;

/**
 * Whether a person may grant a role: nobody grants what they do not hold, or a higher level. Anyone may grant the restricting key, because
 * it takes permissions away.
 */
export const mayGrant = ({ keys, regions, is_platform }: Grants, { slug, category }: RoleName, access: Access): boolean => {
  if (slug === restrictingKey) return true;
  if (category === 'REGIONAL') return is_platform && (regions.includes('national') || isOneOf(regions, slug));
  const held = isOneOf(permissionKeys, slug) ? keys[slug] : undefined;
  return held === 'edit' || (held === 'view' && access === 'view');
};
