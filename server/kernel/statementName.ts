import { createHash } from 'node:crypto';

const most = 400,
  worthIt = 3,
  longMemory = 5000;
const seen = new Map<string, number>();
const names = new Map<string, string>();

/** The name of the prepared statement of a frequent text; undefined for rare ones, so that connections stay small. */
export const statementName = (text: string): string | undefined => {
  const known = names.get(text);
  if (known) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < worthIt || names.size >= most) {
    if (seen.size >= longMemory) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = `d_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
};
