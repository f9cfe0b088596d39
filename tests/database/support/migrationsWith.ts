import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../../../scripts/lib/migration/landed';

const landed = fileURLToPath(new URL('../../../server/database/migrations', import.meta.url));
interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean; hash: string }[];
}

/** The number that the next migration gets in its file name. */
export const nextNumber = String(
  (JSON.parse(readFileSync(join(landed, 'meta', '_journal.json'), 'utf8')) as Journal).entries.length,
).padStart(4, '0');

/** A folder with the migrations that landed, and one more of these statements after them. Remove it when done. */
export const migrationsWith = (name: string, statements: readonly string[] = []): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dorsal-migrations-'));
  cpSync(landed, folder, { recursive: true });
  if (statements.length === 0) return folder;
  const file = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1)!,
    idx = last.idx + 1,
    tag = `${String(idx).padStart(4, '0')}_${name}`,
    text = `${statements.join('\n--> statement-breakpoint\n')}\n`;
  writeFileSync(join(folder, `${tag}.sql`), text);
  writeFileSync(
    file,
    JSON.stringify({ ...journal, entries: [...journal.entries, { ...last, idx, tag, when: last.when + 1, hash: hashOf(text) }] }),
  );
  return folder;
};
