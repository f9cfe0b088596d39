import { isOneOf } from './unknown';
import {
  permissionKeys,
  regionalKeys,
  restrictingKey,
  type Access,
  type Grants,
  type PermissionKey,
  type Platform,
  type RegionalKey,
} from './access';

/** The facts about one membership and its organization. */
export interface MembershipFacts {
  readonly userid: number;
  readonly organizationid: number;
  readonly is_platform: boolean;
  readonly platforms: readonly Platform[];
  readonly roles: readonly (readonly [slug: string, category: string, access: Access])[];
  readonly event_scope: 'all' | 'selected';
  readonly events: readonly number[];
}
const isRegional = (slug: string): slug is RegionalKey => isOneOf(regionalKeys, slug);
const isKey = (slug: string): slug is PermissionKey => isOneOf(permissionKeys, slug);

/**
 * What a membership allows. A key counts only if its platform is enabled, but the restricting key always does; regional keys count only in
 * the company that runs the platform.
 */
export const membershipGrants = ({
  userid,
  organizationid,
  is_platform,
  platforms,
  roles,
  event_scope,
  events,
}: MembershipFacts): Grants => {
  const enabled = roles.filter(([slug, category]) => slug === restrictingKey || isOneOf(platforms, category));
  return {
    organizationid,
    userid,
    is_platform,
    platforms,
    event_scope,
    events,
    keys: Object.fromEntries(enabled.filter(([slug]) => isKey(slug)).map(([slug, , access]) => [slug, access])),
    regions: is_platform
      ? roles
          .filter(([, category]) => category === 'REGIONAL')
          .map(([slug]) => slug)
          .filter(isRegional)
      : [],
  };
};
