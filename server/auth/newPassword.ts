import { maxPasswordLength, passwordStrength } from './passwords';

/** Shorter passwords are refused; longer ones are refused when they are easy to guess. */
export const minPasswordLength = 12;
/** Of 4. Below that a password is found within ten billion guesses. */
const leastStrength = 3;
/** Words that an attacker would try for everybody here. */
const knownWords = ['dorsal', 'asdeporte'];

/** The person who chooses, and the publicly known passwords. */
interface Chooser {
  readonly email: string;
  readonly published: readonly string[];
}
const isWeak = async (fresh: string, { email, published }: Chooser): Promise<boolean> =>
  published.includes(fresh) ||
  (await passwordStrength(fresh, [...knownWords, email, ...email.split(/[^\p{L}\p{N}]+/u).filter(Boolean)])) < leastStrength;

/** The name of the problem with a chosen password, or null. */
export const judgeNewPassword = async (fresh: string, again: string, chooser: Chooser): Promise<string | null> => {
  if ([...fresh].length < minPasswordLength) return 'passwordShort';
  if (fresh.length > maxPasswordLength) return 'passwordLong';
  if (fresh !== again) return 'passwordsDiffer';
  if (fresh.trim().toLowerCase() === chooser.email) return 'passwordIsEmail';
  return (await isWeak(fresh, chooser)) ? 'passwordWeak' : null;
};
