const maxLength = 2048;
const oddCharacters = /[^!-~\u0080-\uffff]|\\/; // blanks, control characters and backslashes

/** The address to go to if it belongs to one of the origins, otherwise null; relative ones belong to the first origin. */
export const safeUrl = (asked: unknown, origins: readonly string[]): string | null => {
  const [app] = origins;
  if (typeof asked !== 'string' || app === undefined || asked === '' || asked.length > maxLength || oddCharacters.test(asked)) return null;
  if (asked.startsWith('//') || !(asked.startsWith('/') || /^https?:\/\//i.test(asked))) return null;
  try {
    const url = new URL(asked, app);
    return url.username === '' && url.password === '' && origins.includes(url.origin) ? url.href : null;
  } catch {
    return null;
  }
};
