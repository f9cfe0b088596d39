import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registry } from '@/resources';
import { checkResources } from '@/schema/checks/checkResources';
import { checkDeclarations } from './checkDeclarations';

const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

// Imported before everything that uses the declarations, because other code would only report where it failed because of a wrong name.
const problems = checkDeclarations(pathTo('../src'), pathTo('../dist/declarations.hash'), () => checkResources(registry));
if (problems.length > 0) {
  writeSync(
    process.stderr.fd,
    `${problems.join('\n')}\nThe server did not start: correct ${problems.length === 1 ? 'this declaration' : 'these declarations'} in src/resources.\n`,
  );
  process.exit(1);
}
