import { maxPasswordLength, passwordStrength } from './passwords';

/** Shorter passwords are not taken; of longer ones those that a guesser would try first. */
export const minPasswordLength = 12;
/** Of 4; what is below is found within ten thousand million guesses. */
const leastStrength = 3;
/** What a guesser knows of everybody here. */
const knownWords = ['dorsal', 'asdeporte'];

/** Who chooses, and which passwords are known to everybody. */
interface Chooser {
  readonly email: string;
  readonly published: readonly string[];
}
const isWeak = async (fresh: string, { email, published }: Chooser): Promise<boolean> =>
  published.includes(fresh) ||
  (await passwordStrength(fresh, [...knownWords, email, ...email.split(/[^\p{L}\p{N}]+/u).filter(Boolean)])) < leastStrength;

/** The name of what is wrong with a password that somebody chose, or null. */
export const judgeNewPassword = async (fresh: string, again: string, chooser: Chooser): Promise<string | null> => {
  if ([...fresh].length < minPasswordLength) return 'passwordShort';
  if (fresh.length > maxPasswordLength) return 'passwordLong';
  if (fresh !== again) return 'passwordsDiffer';
  if (fresh.trim().toLowerCase() === chooser.email) return 'passwordIsEmail';
  return (await isWeak(fresh, chooser)) ? 'passwordWeak' : null;
};
