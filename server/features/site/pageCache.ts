import { createHash } from 'node:crypto';

/** A page that was made, and its mark for browsers that have it already. */
export interface MadePage {
  readonly status: number;
  readonly html: string;
  readonly etag: string;
}
interface Kept {
  readonly at: number;
  readonly made: Promise<MadePage>;
}

/** Pages that were made a moment ago: everybody who asks meanwhile gets the same one, and only one of them waits for the database. */
export const createPageCache = ({
  keptMs,
  most,
  now = Date.now,
}: {
  readonly keptMs: number;
  readonly most: number;
  readonly now?: () => number;
}) => {
  const pages = new Map<string, Kept>();
  return (key: string, make: () => Promise<Omit<MadePage, 'etag'>>): Promise<MadePage> => {
    const found = pages.get(key);
    if (found && now() - found.at < keptMs) return found.made;
    const made = make().then(({ status, html }) => ({
      status,
      html,
      etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    }));
    pages.delete(key);
    pages.set(key, { at: now(), made });
    made.catch(() => pages.delete(key));
    const oldest = pages.keys().next().value;
    if (pages.size > most && oldest !== undefined) pages.delete(oldest);
    return made;
  };
};
