import { maxPasswordLength } from './passwords';

/** Shorter passwords are not taken; the rest is left to people, who choose worse under more rules. */
export const minPasswordLength = 12;

/** The name of what is wrong with a password that somebody chose, or null. */
export const judgeNewPassword = (fresh: string, again: string, email: string): string | null => {
  if ([...fresh].length < minPasswordLength) return 'passwordShort';
  if (fresh.length > maxPasswordLength) return 'passwordLong';
  if (fresh !== again) return 'passwordsDiffer';
  return fresh.trim().toLowerCase() === email ? 'passwordIsEmail' : null;
};
