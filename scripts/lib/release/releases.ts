import { readFileSync, readdirSync } from 'node:fs';
import { unpackDump, type ReleaseDump } from './ReleaseDump';

const folder = new URL('../../../tests/upgrade/', import.meta.url);
const suffix = '.jsonl.gz';

/** The versions with stored data, in the order of their names. */
export const keptReleases = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort();

/** Where the data of a version is stored. */
export const dumpFile = (version: string): URL => new URL(`${version}${suffix}`, folder);

/** The data of a version, as that version created it. */
export const readRelease = (version: string): ReleaseDump => unpackDump(readFileSync(dumpFile(version)));

/** The digests of all migrations of a release. */
export const releasedMigrations = (): ReadonlySet<string> =>
  new Set(keptReleases().flatMap((version) => readRelease(version).migrations.map(({ hash }) => hash)));
