import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A decision of the project: its file and its title. */
export interface Decision {
  readonly file: string;
  readonly title: string;
}
/** Every decision, in the order of its number. */
export const decisionsIn = (root: string): readonly Decision[] =>
  readdirSync(join(root, 'docs/adr'))
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
    .map((file) => ({ file, title: /^# (.+)$/m.exec(readFileSync(join(root, 'docs/adr', file), 'utf8'))?.[1] ?? file }));
