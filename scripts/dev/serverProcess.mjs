/**
 * The process in which `npm run dev` runs the server: it loads the packages beforehand, and the project's own code when the server is
 * started.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bare = /^(?:import|export)\s+(?!type\b)[^'"]*?\bfrom '((?!node:)[a-z@][^'/]*(?:\/[^']+)?)'/gm;

/** Every package that the code of the server imports by name; `@/` is our own. */
const packages = () => {
  const files = ['server', 'src/schema', 'src/fields']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.fixture)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  return new Set(
    files
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(bare)].map((match) => match[1]))
      .filter((name) => !name.startsWith('@/')),
  );
};

// The process that started it is gone, so nobody would ever stop it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
const asked = new Promise((resolve) => {
  process.once('message', resolve);
});

await import('tsx');
// A package that cannot be loaded is reported when the code that needs it is loaded.
await Promise.allSettled([...packages()].map((name) => import(name)));
process.send('loaded');

Object.assign(process.env, (await asked).env);
try {
  await import('../../server/main.ts');
} catch (error) {
  const isPlain = error instanceof SyntaxError || error?.name === 'TransformError' || error?.code === 'ERR_MODULE_NOT_FOUND';
  process.stderr.write(`${isPlain ? error.message : (error?.stack ?? error)}\n`, () => process.exit(1));
}
