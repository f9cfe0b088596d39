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

/** Which rows a person may see, in the words of the permissions of this product; the host keeps to it. */
const scopeOf = ({ organizationid, is_platform, regions, event_scope, events }: BiViewer['grants']): Readonly<Record<string, unknown>> => ({
  organizationid,
  /** Every organisation rather than their own; then `regions` narrows, `national` being all of them. */
  all_organizations: is_platform,
  regions: is_platform ? regions : [],
  /** Where `only_events` holds these are all there is, otherwise they come beside the regions. */
  events,
  only_events: event_scope === 'selected',
});

/** A text that says who looks and what they may see; soon worth nothing. */
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
