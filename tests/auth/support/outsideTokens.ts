import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';

/** The key with which another company's site signs access tokens, and the claims that the product asks of them. */
export interface OutsideTokens {
  readonly jwks: { readonly keys: readonly JWK[] };
  /** A token of five minutes, but for what is changed. */
  readonly mint: (
    origin: string,
    asdeporteId: string,
    org: number | null,
    changes?: {
      readonly issuer?: string;
      readonly audience?: string;
      readonly type?: string;
      readonly issuedAt?: number;
      readonly expires?: number;
    },
  ) => Promise<string>;
}

export const createOutsideTokens = async (): Promise<OutsideTokens> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const kid = randomUUID();
  return {
    jwks: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] },
    mint: (
      origin,
      asdeporteId,
      org,
      {
        issuer = `${origin}/api/auth`,
        audience = `${origin}/v2`,
        type = 'at+jwt',
        issuedAt = Math.floor(Date.now() / 1000),
        expires = issuedAt + 300,
      } = {},
    ) =>
      new SignJWT({ org })
        .setProtectedHeader({ alg: 'ES256', typ: type, kid })
        .setSubject(asdeporteId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expires)
        .sign(privateKey),
  };
};
