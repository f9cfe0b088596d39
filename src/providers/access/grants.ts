import { permissionKeys, platforms, regionalKeys, type Grants, type PermissionKey, type Platform, type RegionalKey } from '@/schema';
import type { Http } from '../http/createHttp';
import type { UserRole } from '../organization/organizationQueries';

const isKey = (slug: string): slug is PermissionKey => permissionKeys.includes(slug as PermissionKey);
const isRegion = (slug: string): slug is RegionalKey => regionalKeys.includes(slug as RegionalKey);
const isPlatform = (category: string): category is Platform => platforms.includes(category as Platform);

/**
 * What the roles of the specification's query allow when the host has no permission document.
 *
 * Each key then means edit, and the host judges what is really allowed.
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

/** The permission document of the chosen organisation, or what its roles say where the host serves none. */
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
    if ((error as { readonly statusCode?: number }).statusCode !== 404) throw error;
    return grantsOfRoles(await roles(), organizationid, userid);
  }
};
