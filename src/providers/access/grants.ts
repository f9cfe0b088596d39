import { permissionKeys, platforms, regionalKeys, type Grants, type PermissionKey, type Platform, type RegionalKey } from '@/schema';
import { isOneOf, statusOf } from '@/schema/unknown';
import type { Http } from '../http/createHttp';
import type { UserRole } from '../organization/organizationQueries';

const isKey = (slug: string): slug is PermissionKey => isOneOf(permissionKeys, slug);
const isRegion = (slug: string): slug is RegionalKey => isOneOf(regionalKeys, slug);
const isPlatform = (category: string): category is Platform => isOneOf(platforms, category);

/**
 * The permissions of the roles of the specification's query, when the host has no permission document.
 *
 * Each key then means edit, and the host checks what is really allowed.
 */
export const grantsOfRoles = (roles: readonly UserRole[], organizationid: number, userid: number): Grants => {
  const slugs = roles.map(({ slug }) => slug);
  const regions = slugs.filter(isRegion);
  return {
    organizationid,
    userid,
    regions,
    is_platform: regions.length > 0,
    event_scope: 'all',
    events: [],
    platforms: [...new Set(roles.map(({ category }) => category).filter(isPlatform))],
    keys: Object.fromEntries(slugs.filter(isKey).map((slug) => [slug, 'edit'])),
  };
};

/** Under which key screens keep the permission document of an organization. */
export const grantsKey = (organizationid: number | null): readonly unknown[] => ['grants', organizationid];

/** The permission document of the chosen organization, or one computed from its roles when the host has none. */
export const loadGrants = async (
  host: string,
  http: Http,
  organizationid: number,
  userid: number,
  roles: () => Promise<readonly UserRole[]>,
): Promise<Grants> => {
  try {
    return await http.json<Grants>(`${host}/v2/organization/permissions`);
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    return grantsOfRoles(await roles(), organizationid, userid);
  }
};
