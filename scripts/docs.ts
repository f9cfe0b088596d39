/**
 * `npm run docs`: writes the reference from the types, declarations and texts, and builds the site into dist/docs. `--watch` serves it
 * while pages are written, `--check` only reports missing parts of the reference and broken links.
 */
import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { command, print } from './lib/command';
import { root, run, tools } from './lib/run.mjs';
import { brokenLinks, readPages } from './docs/brokenLinks';
import { generatedFolder, generateDocs } from './docs/generateDocs';

const same = (file: string, text: string): boolean => {
  try {
    return readFileSync(file, 'utf8') === text;
  } catch {
    return false;
  }
};
/** Writes the generated pages again. An unchanged page keeps its time, so that a served site only reloads the others. */
const writeReference = async (keep: boolean): Promise<void> => {
  const { pages, problems } = await generateDocs(root);
  if (problems.length > 0) throw new Error(`The reference is not complete:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  if (!keep) rmSync(join(root, generatedFolder), { recursive: true, force: true });
  for (const [path, text] of Object.entries(pages)) {
    const file = join(root, generatedFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (!same(file, text)) writeFileSync(file, text);
  }
  print(`${Object.keys(pages).length} generated files in ${generatedFolder}`);
};

/** Modules stay loaded, so a separate process writes the reference whenever a source is saved. */
const rewriteOnSave = (): void => {
  let waiting: NodeJS.Timeout | undefined;
  const rewrite = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void run([process.execPath, '--import', 'tsx', 'scripts/docs.ts'], ['--reference']), 300);
  };
  for (const folder of ['src/schema', 'src/fields', 'src/resources', 'src/domain', 'docs/adr'])
    watch(join(root, folder), { recursive: true }, rewrite);
};

await command({
  usage: 'npm run docs [-- --watch | --check]',
  options: {
    watch: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    reference: { type: 'boolean', default: false },
  },
  ask: ({ values, positionals }) => (positionals.length === 0 ? values : null),
  run: async (asked) => {
    if (asked.check) {
      const { pages, problems } = await generateDocs(root);
      const all = [...problems, ...brokenLinks(readPages(root, pages), root)];
      for (const problem of all) print(problem);
      process.exitCode = all.length > 0 ? 1 : 0;
      return;
    }
    await writeReference(asked.watch || asked.reference);
    if (asked.reference) return;
    if (asked.watch) rewriteOnSave();
    const { code } = await run(tools.vitepress, asked.watch ? ['dev', 'docs'] : ['build', 'docs']);
    process.exitCode = code;
  },
});
