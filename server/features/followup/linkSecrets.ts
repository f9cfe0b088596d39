import { createHash } from 'node:crypto';
import { createPasswords } from '../../auth/passwords';
import { randomText } from '../../kernel/secrets';

/** A token that nobody can guess. */
export const newToken = randomText;
/** The stored hash of a token. 256 random bits need no salt. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
/** The hashing of the authentication site. Actions do not know the secret of the installation, so the pepper is the purpose. */
export const linkPasswords = createPasswords('password of a follow-up link');
