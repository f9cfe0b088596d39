import { createECDH, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, createRemoteJWKSet, errors, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { AuthDeps } from './AuthDeps';
import { derive, sameText } from '../kernel/secrets';
import type { SessionView } from './sessions';

type TokenDeps = Pick<AuthDeps, 'secret' | 'origin' | 'basePath' | 'tokenSuffix' | 'keysAt' | 'claimsElsewhere'>;

/** The claims that the tokens of another site must have; absent ones are as in our own tokens. */
export interface TokenClaims {
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  /** `any` accepts every type. */
  readonly type: string | undefined;
}

const lifetime = 5 * 60,
  clockTolerance = 5;
const algorithm = 'ES256';
const algorithmsElsewhere = ['ES256', 'EdDSA', 'PS256', 'RS256'];
/** An outside token cannot be revoked, so it may not be old. */
const oldestElsewhere = '15 minutes';
/** Errors that mean that keys could not be read, not that a token is wrong. */
const unread = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT']);
const type = 'at+jwt';
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'); // of P-256

/**
 * The person of a verified bearer. The API checks in its own statement whether `sid` is still alive; it is null for sessions of another
 * site.
 */
export interface Bearer {
  readonly asdeporteId: string;
  readonly sid: string | null;
  readonly org: number | null;
  /** Who looks as this person, and from which of their organizations. */
  readonly by?: { readonly asdeporteId: string; readonly org: number | null };
}

/** A bearer that cannot be accepted. */
export class InvalidBearer extends Error {
  readonly statusCode = 401;
  readonly key = 'auth.errors.unauthenticated';
}

/** The signing key, computed from the secret, so that every process has the same one and none has to store it. */
export const deriveKey = (secret: string): { readonly publicJwk: JWK; readonly privateJwk: JWK } => {
  const wide = BigInt(`0x${derive(secret, 'access token signing key', 48).toString('hex')}`); // 128 extra bits avoid a bias (FIPS 186-5, A.2.1)
  const scalar = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const publicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  return { publicJwk, privateJwk: { ...publicJwk, d: scalar.toString('base64url') } };
};

const issuer = (deps: TokenDeps): string => `${deps.origin}${deps.basePath}`;
const audience = (deps: TokenDeps): string => `${deps.origin}/v2`;

export interface TokenMint {
  readonly mint: (sid: string, session: SessionView) => Promise<string>;
  readonly jwks: () => Promise<{ readonly keys: readonly JWK[] }>;
}

/** Creates the access tokens that `/api/authenticate` answers. */
export const createTokenMint = (deps: TokenDeps): TokenMint => {
  const { publicJwk, privateJwk } = deriveKey(deps.secret);
  const kid = calculateJwkThumbprint(publicJwk);
  const key = importJWK(privateJwk, algorithm);
  return {
    mint: async (sid, session) =>
      new SignJWT({
        sid,
        org: (session.seeing ?? session).organization?.organizationid ?? null,
        ...(session.seeing && { act: { sub: session.user.asdeporteId, org: session.organization?.organizationid ?? null } }),
      })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: await kid })
        .setIssuer(issuer(deps))
        .setAudience(audience(deps))
        .setSubject((session.seeing ?? session).user.asdeporteId)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(await key),
    jwks: async () => ({ keys: [{ ...publicJwk, kid: await kid, alg: algorithm, use: 'sig' }] }),
  };
};

const textOf = (header: string | undefined, suffix: string): string => {
  const [, credential] = /^Bearer ([^\s]{1,4096})$/i.exec(header ?? '') ?? [];
  if (credential === undefined || credential.length <= suffix.length) throw new InvalidBearer('no bearer token');
  const at = credential.length - suffix.length;
  if (!sameText(credential.slice(at), suffix)) throw new InvalidBearer('the bearer token lacks its suffix');
  return credential.slice(0, at);
};

const numberOf = (org: unknown): number | null => (typeof org === 'number' ? org : null);
const memberOf = (value: unknown, name: 'sub' | 'org'): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
const ownBearer = ({ sub, sid, org, act }: JWTPayload): Bearer => {
  if (typeof sub !== 'string' || typeof sid !== 'string') throw new InvalidBearer('the token is not complete');
  const bearer = { asdeporteId: sub, sid, org: numberOf(org) };
  if (act === undefined) return bearer;
  const looker = memberOf(act, 'sub'); // RFC 8693: who acts for the subject
  if (typeof looker !== 'string') throw new InvalidBearer('the token is not complete');
  return { ...bearer, by: { asdeporteId: looker, org: numberOf(memberOf(act, 'org')) } };
};
const outsideBearer = ({ sub, org }: JWTPayload): Bearer => {
  if (typeof sub !== 'string' || sub === '') throw new InvalidBearer('the token is not complete');
  return { asdeporteId: sub, sid: null, org: numberOf(org) };
};

const claimsElsewhere = (deps: TokenDeps) => {
  const asked = deps.claimsElsewhere;
  const expected = { issuer: asked?.issuer ?? issuer(deps), audience: asked?.audience ?? audience(deps), clockTolerance };
  return asked?.type === 'any' ? expected : { ...expected, typ: asked?.type ?? type };
};

interface Proof {
  readonly bearer: Bearer;
  readonly exp: number;
}
/** Checks the signature and the claims of a token, with our own key or with those that another site publishes. */
const createProof = (deps: TokenDeps): ((text: string) => Promise<Proof>) => {
  const claims = { typ: type, issuer: issuer(deps), audience: audience(deps), clockTolerance };
  const refuse = (cause: unknown): never => {
    if (cause instanceof errors.JOSEError && !unread.has(cause.code)) throw new InvalidBearer('the token is not valid', { cause });
    throw cause;
  };
  if (deps.keysAt) {
    const keys = createRemoteJWKSet(new URL(deps.keysAt));
    const expected = claimsElsewhere(deps);
    return async (text) => {
      const { payload } = await jwtVerify(text, keys, {
        ...expected,
        algorithms: algorithmsElsewhere,
        maxTokenAge: oldestElsewhere,
        requiredClaims: ['exp', 'sub'],
      }).catch(refuse);
      return { bearer: outsideBearer(payload), exp: payload.exp ?? 0 };
    };
  }
  const key = importJWK(deriveKey(deps.secret).publicJwk, algorithm);
  return async (text) => {
    const { payload } = await jwtVerify(text, await key, {
      ...claims,
      algorithms: [algorithm],
      requiredClaims: ['exp', 'sub', 'sid'],
    }).catch(refuse);
    return { bearer: ownBearer(payload), exp: payload.exp ?? 0 };
  };
};

export interface TokenVerifier {
  /** Answers the person of a header. `ip` is the address of the caller, for keys that keep where they were last used. */
  readonly verifyBearer: (header: string | undefined, ip?: string) => Promise<Bearer>;
}

/** Verifies bearers. Verified texts are cached until they expire; the least recently used ones are removed first. */
export const createTokenVerifier = (deps: TokenDeps, remembered = 5000): TokenVerifier => {
  const prove = createProof(deps);
  const cache = new Map<string, { readonly bearer: Bearer; readonly until: number }>();

  const recall = (text: string): Bearer | null => {
    const hit = cache.get(text);
    cache.delete(text);
    if (!hit || hit.until <= Date.now()) return null;
    cache.set(text, hit);
    return hit.bearer;
  };

  const remember = (text: string, bearer: Bearer, exp: number): void => {
    cache.set(text, { bearer, until: exp * 1000 });
    if (cache.size > remembered) cache.delete(cache.keys().next().value ?? text);
  };

  const verify = async (text: string): Promise<Bearer> => {
    const { bearer, exp } = await prove(text);
    remember(text, bearer, exp);
    return bearer;
  };

  return {
    verifyBearer: async (header) => {
      const text = textOf(header, deps.tokenSuffix);
      return recall(text) ?? verify(text);
    },
  };
};
