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

/** What is known of one membership and of its organisation. */
export interface MembershipFacts {
  readonly userid: number;
  readonly organizationid: number;
  readonly is_platform: boolean;
  readonly platforms: readonly Platform[];
  readonly roles: readonly (readonly [slug: string, category: string, access: Access])[];
  readonly event_scope: 'all' | 'selected';
  readonly events: readonly number[];
}
const isRegional = (slug: string): slug is RegionalKey => (regionalKeys as readonly string[]).includes(slug);
const isKey = (slug: string): slug is PermissionKey => (permissionKeys as readonly string[]).includes(slug);

/** What a membership allows: a key counts only where its platform is enabled, but the one that restricts always does; regional keys count only in the company that runs the platform. */
export const membershipGrants = ({
  userid,
  organizationid,
  is_platform,
  platforms,
  roles,
  event_scope,
  events,
}: MembershipFacts): Grants => {
  const enabled = roles.filter(([slug, category]) => slug === restrictingKey || (platforms as readonly string[]).includes(category));
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
