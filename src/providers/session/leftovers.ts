const namesIn = (cookies: string): readonly string[] =>
  cookies
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter(Boolean);
const chunk = /\.\d+$/;

/**
 * Deletes the session and CSRF cookies of an older sign-in scheme that script can see, with the pieces of long ones; true when any went.
 *
 * One that cannot be deleted does not count: who is sent to sign in because of it would come back to it for ever. Name only schemes no longer in use.
 */
export const removeLeftovers = (names: readonly string[]): boolean => {
  if (typeof document === 'undefined' || names.length === 0) return false;
  const isLeftover = (name: string): boolean => names.includes(name) || names.includes(name.replace(chunk, ''));
  const found = namesIn(document.cookie).filter(isLeftover);
  for (const name of found) document.cookie = `${name}=; path=/; max-age=0${name.startsWith('__') ? '; secure' : ''}`;
  const left = new Set(namesIn(document.cookie));
  return found.some((name) => !left.has(name));
};
