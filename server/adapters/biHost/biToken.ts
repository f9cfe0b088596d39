import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { restrictingKey } from '@/schema';
import type { BiViewer } from './BiHost';

const algorithm = 'HS256';
const type = 'bi+jwt';

export interface BiSigner {
  readonly keyId: string;
  readonly secret: string;
  readonly issuer: string;
  readonly audience: string;
}

/** The rows that a person may see, as the permissions of this product name them. The host must respect them. */
const scopeOf = ({ organizationid, is_platform, regions, event_scope, events }: BiViewer['grants']): Readonly<Record<string, unknown>> => ({
  organizationid,
  /** Every organization instead of only their own. `regions` then narrows it; `national` stands for all regions. */
  all_organizations: is_platform,
  regions: is_platform ? regions : [],
  /** With `only_events` the person sees these events and no others; otherwise they are added to the regions. */
  events,
  only_events: event_scope === 'selected',
});

/** A short-lived token that says who is looking and what they may see. */
export const signBiToken = async (
  { keyId, secret, issuer, audience }: BiSigner,
  viewer: BiViewer,
  expires: Date,
  dashboard?: string,
): Promise<string> =>
  new SignJWT({
    scope: scopeOf(viewer.grants),
    contact: viewer.grants.keys[restrictingKey] === undefined,
    locale: viewer.locale,
    ...(dashboard !== undefined && { dashboard }),
  })
    .setProtectedHeader({ alg: algorithm, typ: type, kid: keyId })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(viewer.asdeporteId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));
