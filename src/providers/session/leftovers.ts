const namesIn = (cookies: string): readonly string[] =>
  cookies
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter(Boolean);
const chunk = /\.\d+$/;

/**
 * Deletes the session and CSRF cookies of an older sign-in scheme that scripts can see, including the pieces of long ones; true when any
 * were deleted.
 *
 * A cookie that cannot be deleted does not count, because a person sent to sign in because of it would return with it for ever. Name only
 * schemes that are no longer in use.
 */
export const removeLeftovers = (names: readonly string[]): boolean => {
  if (typeof document === 'undefined' || names.length === 0) return false;
  const isLeftover = (name: string): boolean => names.includes(name) || names.includes(name.replace(chunk, ''));
  const found = namesIn(document.cookie).filter(isLeftover);
  for (const name of found) document.cookie = `${name}=; path=/; max-age=0${name.startsWith('__') ? '; secure' : ''}`;
  const left = new Set(namesIn(document.cookie));
  return found.some((name) => !left.has(name));
};
