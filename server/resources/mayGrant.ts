import { restrictingKey, type Grants, type PermissionKey, type RegionalKey } from '@/schema';
import type { Transaction } from '../api/transaction';

interface RoleName { readonly slug: string; readonly category: string }

/** The roles by key, for rules that speak of slugs. */
export const roleNames = async (tx: Transaction): Promise<ReadonlyMap<number, RoleName>> =>
  new Map((await tx.run('select roleid, slug, category from roles')).map(([roleid, slug, category]) => [Number(roleid), { slug: String(slug), category: String(category) }]));

/** Whether a person may pass a role on: nobody grants what they do not hold, or more of it. The restricting key takes away, so anyone may. */
export const mayGrant = ({ keys, regions, is_platform }: Grants, { slug, category }: RoleName, access: string): boolean => {
  if (slug === restrictingKey) return true;
  if (category === 'REGIONAL') return is_platform && (regions.includes('national') || regions.includes(slug as RegionalKey));
  const held = keys[slug as PermissionKey];
  return held === 'edit' || (held === 'view' && access === 'view');
};
