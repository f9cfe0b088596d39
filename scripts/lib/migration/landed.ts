import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** One published migration, with the digest of its file. */
export interface Landed {
  readonly idx: number;
  readonly version: string;
  readonly when: number;
  readonly tag: string;
  readonly breakpoints: boolean;
  readonly hash: string;
}
/** The list of migrations, in the order in which databases run them. */
export interface Journal {
  readonly version: string;
  readonly dialect: string;
  readonly entries: readonly Landed[];
}

/** The digest of a migration, as databases store it when they have run it. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Migrations that were changed after they were published: databases that ran them would differ from what this code expects. */
export const changedMigrations = (folder: URL, { entries }: Journal): readonly string[] => {
  const restore = 'Databases have run it: restore it from git, and say what is to change in a migration of its own.';
  const changed = entries.flatMap(({ tag, hash }) => {
    const file = new URL(`${tag}.sql`, folder);
    if (!existsSync(file)) return [`${tag}.sql has landed and is gone. ${restore}`];
    if (!hash) return [`${tag}.sql has no hash in meta/_journal.json. ${restore}`];
    return hashOf(readFileSync(file, 'utf8')) === hash
      ? []
      : [`${tag}.sql has landed and was changed: its text is not the one whose hash is in meta/_journal.json. ${restore}`];
  });
  const known = new Set(entries.map(({ tag }) => `${tag}.sql`));
  const strange = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql') && !known.has(name)) : [];
  return [
    ...changed,
    ...strange.map(
      (name) => `${name} is not in meta/_journal.json, so no database will run it: remove it, and let "npm run db:generate" write it.`,
    ),
  ];
};

/** The journal after the newest migration was edited by hand. Refuses a migration that was released. */
export const withEdited = (folder: URL, journal: Journal, released: ReadonlySet<string>): Journal => {
  const newest = journal.entries.at(-1);
  if (!newest) throw new Error('There is no migration.');
  if (released.has(newest.hash))
    throw new Error(
      `${newest.tag}.sql went out with a release. Databases have run it: restore it from git, and say what is to change in a migration of its own.`,
    );
  const hash = hashOf(readFileSync(new URL(`${newest.tag}.sql`, folder), 'utf8'));
  return { ...journal, entries: [...journal.entries.slice(0, -1), { ...newest, hash }] };
};
