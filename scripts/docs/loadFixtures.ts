import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { FieldFixture } from '@/schema/fixture';

/** The fixtures of the given field types, by their names. */
export const loadFixtures = async (root: string, types: Iterable<string>): Promise<ReadonlyMap<string, FieldFixture>> => {
  const load = async (name: string): Promise<readonly [string, FieldFixture]> => {
    const file = pathToFileURL(join(root, `src/fields/${name}/${name}.fixture.ts`)).href;
    const loaded = (await import(file)) as { readonly default: FieldFixture };
    return [name, loaded.default];
  };
  return new Map(await Promise.all([...types].map(load)));
};
