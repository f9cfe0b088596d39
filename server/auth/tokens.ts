import { createECDH, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { AuthDeps } from './AuthDeps';
import { derive, sameText } from './secrets';
import type { SessionView } from './sessions';

type TokenDeps = Pick<AuthDeps, 'secret' | 'origin' | 'basePath' | 'tokenSuffix'>;

const lifetime = 5 * 60;
const algorithm = 'ES256';
const type = 'at+jwt';
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'); // of P-256

/** Who a verified bearer speaks for; whether `sid` is still alive is asked by the API in its own statement. */
export interface Bearer {
  readonly asdeporteId: string;
  readonly sid: string;
  readonly org: number | null;
}

/** A bearer that cannot be accepted. */
export class InvalidBearer extends Error {
  readonly statusCode = 401;
  readonly key = 'auth.errors.unauthenticated';
}

/** The signing key, computed from the secret, so that every process has the same one and none has to store it. */
const deriveKey = (secret: string): { readonly publicJwk: JWK; readonly privateJwk: JWK } => {
  const wide = BigInt(`0x${derive(secret, 'access token signing key', 48).toString('hex')}`); // 128 spare bits: no bias (FIPS 186-5, A.2.1)
  const scalar = Buffer.from(((wide % (order - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const publicJwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  return { publicJwk, privateJwk: { ...publicJwk, d: scalar.toString('base64url') } };
};

const issuer = (deps: TokenDeps): string => `${deps.origin}${deps.basePath}`;
const audience = (deps: TokenDeps): string => `${deps.origin}/v2`;

export interface TokenMint {
  readonly mint: (sid: string, session: SessionView) => Promise<string>;
  readonly jwks: () => Promise<{ readonly keys: readonly JWK[] }>;
}

/** Mints the access tokens that `/api/authenticate` hands out. */
export const createTokenMint = (deps: TokenDeps): TokenMint => {
  const { publicJwk, privateJwk } = deriveKey(deps.secret);
  const kid = calculateJwkThumbprint(publicJwk);
  const key = importJWK(privateJwk, algorithm);
  return {
    mint: async (sid, session) => new SignJWT({ sid, org: session.organization?.organizationid ?? null })
      .setProtectedHeader({ alg: algorithm, typ: type, kid: await kid })
      .setIssuer(issuer(deps)).setAudience(audience(deps)).setSubject(session.user.asdeporteId)
      .setJti(randomUUID()).setIssuedAt().setExpirationTime(`${lifetime}s`)
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

const toBearer = (payload: Readonly<Record<string, unknown>>): Bearer => {
  const { sub, sid, org } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string') throw new InvalidBearer('the token is not complete');
  return { asdeporteId: sub, sid, org: typeof org === 'number' ? org : null };
};

export interface TokenVerifier {
  readonly verifyBearer: (header: string | undefined) => Promise<Bearer>;
}

/** Verifies bearers; texts already verified are remembered until they expire, the least recently used ones go first. */
export const createTokenVerifier = (deps: TokenDeps, remembered = 5000): TokenVerifier => {
  const key = importJWK(deriveKey(deps.secret).publicJwk, algorithm);
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
    const { payload } = await jwtVerify(text, await key, {
      algorithms: [algorithm], typ: type, issuer: issuer(deps), audience: audience(deps), clockTolerance: 5, requiredClaims: ['exp', 'sub', 'sid'],
    }).catch((cause: unknown) => {
      throw new InvalidBearer('the token is not valid', { cause });
    });
    const bearer = toBearer(payload);
    remember(text, bearer, payload.exp ?? 0);
    return bearer;
  };

  return {
    verifyBearer: async (header) => {
      const text = textOf(header, deps.tokenSuffix);
      return recall(text) ?? verify(text);
    },
  };
};
