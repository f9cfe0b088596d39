import { randomInt } from 'node:crypto';

/** Without 0, O, 1 and I, which people confuse when they read a code aloud. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random code that cannot be guessed. */
export const randomCode = (length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
