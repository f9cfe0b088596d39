import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Bytes for one purpose, derived from the root secret, so that no two purposes share a key. */
export const derive = (secret: string, purpose: string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'dorsal', purpose, length));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time. */
export const sameText = (left: string, right: string): boolean => timingSafeEqual(digest(left), digest(right));

/** A random text, safe in a URL. */
export const randomText = (): string => randomBytes(32).toString('base64url');

/** The hash of a secret that is only compared. */
export const fingerprint = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', derive(secret, purpose, 32))
    .update(text)
    .digest('base64url');

export interface Seal {
  readonly close: (text: string) => string;
  /** The text, or null when it was encrypted with another secret or was changed since. */
  readonly open: (sealed: string) => string | null;
}

const nonceLength = 12,
  tagLength = 16;

/** Encrypts for one purpose with a key derived from the secret (AES-256-GCM). */
export const createSeal = (secret: string, purpose: string): Seal => {
  const key = derive(secret, purpose, 32);
  return {
    close: (text) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed) => {
      try {
        const bytes = Buffer.from(sealed, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
        decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
        return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};
