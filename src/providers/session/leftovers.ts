/** Deletes the cookies of an older sign-in scheme that script can see; true when there were any. Name only schemes no longer in use. */
export const removeLeftovers = (names: readonly string[]): boolean => {
  if (typeof document === 'undefined' || names.length === 0) return false;
  const present = new Set(document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? ''));
  const found = names.filter((name) => present.has(name));
  for (const name of found) document.cookie = `${name}=; path=/; max-age=0`;
  return found.length > 0;
};
