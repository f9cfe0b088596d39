import { isParts, partOf } from '@/schema/unknown';
import type { Grants } from '@/schema';
import type { KnownOrganization } from '@/providers/organization/createOrganizationStore';
import { toSession, type Session } from '@/providers/session/Session';

/** Who works on this device and what they may, for a start without a network. */
export interface PassContents {
  readonly session: Session;
  readonly organization: KnownOrganization;
  readonly grants: Grants;
}
const isKnown = (some: unknown): some is KnownOrganization =>
  isParts(some) && isParts(some['current']) && Array.isArray(some['organizations']) && Array.isArray(some['roles']);
const isGrants = (some: unknown): some is Grants => isParts(some) && isParts(some['keys']) && Array.isArray(some['platforms']);

/** What a pass holds, or null when it is something else. */
export const passContentsIn = (some: unknown): PassContents | null => {
  const session = toSession(partOf(some, 'session')),
    organization = partOf(some, 'organization'),
    grants = partOf(some, 'grants');
  return session && isKnown(organization) && isGrants(grants) ? { session, organization, grants } : null;
};
