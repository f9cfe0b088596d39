import { sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { openWindow, root, withBuiltClient, type Built } from './builtClient';
import { figure, tell, type Figure } from './report';
import { askers } from './servers';
import { signIn, type Session } from './session';

const most = 360,
  named = 12,
  kib = 1024,
  patienceMs = 60_000;

/** Lengths of the modules in each file, before they are made small. */
type Contents = Map<string, readonly (readonly [module: string, length: number])[]>;
const listModules = (contents: Contents): Plugin => ({
  name: 'bench-modules',
  generateBundle: (_options, bundle) => {
    for (const [file, chunk] of Object.entries(bundle))
      if (chunk.type === 'chunk')
        contents.set(
          file,
          Object.entries(chunk.modules).map(([id, { renderedLength }]) => [id, renderedLength]),
        );
  },
});

/** Every script that a browser loads, by path, until the first row is there and nothing is on its way any more. */
const loadList = async (built: Built, session: Session): Promise<ReadonlyMap<string, Buffer>> => {
  const page = await (await openWindow(built, session)).newPage();
  const loaded: Promise<readonly [string, Buffer]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok())
      loaded.push(response.body().then((body) => [new URL(response.url()).pathname, body] as const));
  });
  await page.goto('/inscriptions');
  await page.locator('tbody [data-row]').first().waitFor({ timeout: patienceMs });
  await page.waitForLoadState('networkidle', { timeout: patienceMs });
  return new Map(await Promise.all(loaded));
};

const packageOf = (module: string): string => {
  const [, name] = /.*node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module) ?? [];
  if (name) return name.replace(sep, '/');
  return module.startsWith(root) ? `own ${module.slice(root.length).split(sep).slice(0, 2).join('/')}` : 'bundler';
};
/** Shares the compressed size of each file among the packages in it by length. */
const contributors = (sizes: ReadonlyMap<string, number>, contents: Contents): readonly (readonly [name: string, size: number])[] => {
  const shares = new Map<string, number>();
  for (const [path, size] of sizes) {
    const modules = contents.get(path.slice(1)) ?? [];
    const all = modules.reduce((sum, [, length]) => sum + length, 0) || 1;
    for (const [module, length] of modules) shares.set(packageOf(module), (shares.get(packageOf(module)) ?? 0) + (size * length) / all);
  }
  return [...shares].sort(([, left], [, right]) => right - left);
};

/** What a browser loads of JavaScript, compressed, up to an interactive list of inscriptions, and where most of it comes from. */
export const measureBundle = async (): Promise<readonly Figure[]> => {
  const contents: Contents = new Map();
  tell('bundle: building the client');
  return withBuiltClient([listModules(contents)], async (built) => {
    const scripts = await loadList(built, await signIn(built.origin, askers.tenant.email, askers.tenant.organizationid));
    const sizes = new Map([...scripts].map(([path, body]) => [path, gzipSync(body, { level: 9 }).length]));
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    return [
      figure('first load up to an interactive list: JavaScript, gzip', total / kib, 'KiB', `<= ${most}`),
      figure('first load: scripts', scripts.size, 'files'),
      ...contributors(sizes, contents)
        .slice(0, named)
        .map(([name, size]) => figure(`first load: ${name}`, size / kib, 'KiB')),
    ];
  });
};
