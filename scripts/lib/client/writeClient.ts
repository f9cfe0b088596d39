import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { Registry } from '../../../src/schema/registry';
import { services } from '../../../src/schema';
import { openApi } from '../../../src/schema/project/openapi/openApi';
import { partOf, textIn } from '../../../src/schema/unknown';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = join(root, 'packages/client');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const manifest = (): object => {
  const own: unknown = JSON.parse(read('package.json'));
  return {
    name: '@dorsal/client',
    version: textIn(partOf(own, 'version')),
    description: 'A typed client of the Dorsal API',
    license: textIn(partOf(own, 'license')),
    type: 'module',
    exports: { '.': { types: './createDorsal.d.ts', default: './createDorsal.js' } },
    dependencies: { 'openapi-fetch': textIn(partOf(partOf(own, 'devDependencies'), 'openapi-fetch')) },
    engines: partOf(own, 'engines'),
  };
};

/** Writes the client package into a folder, with the types of every service as the registry describes them now. */
export const writeClient = async (folder: string, registry: Registry): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'types'), { recursive: true });
  for (const service of services) {
    // The tool wants the document as its text, and reads it from there.
    const types = astToString(await openapiTS(JSON.stringify(openApi(service, registry)), { silent: true }));
    writeFileSync(join(folder, 'types', `${service}.d.ts`), types);
  }
  const code = readFileSync(join(source, 'createDorsal.ts'), 'utf8');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, isolatedDeclarations: true, declaration: true };
  const fileName = 'createDorsal.ts';
  writeFileSync(join(folder, 'createDorsal.js'), ts.transpileModule(code, { compilerOptions, fileName }).outputText);
  writeFileSync(join(folder, 'createDorsal.d.ts'), ts.transpileDeclaration(code, { compilerOptions, fileName }).outputText);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
};
