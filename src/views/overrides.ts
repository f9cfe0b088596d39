/// <reference types="vite/client" />
import type { AnyResource } from '@/schema';
import { nth } from '@/schema/must';
import type { Views } from '../fields/kit/contracts';

interface Declared {
  readonly resource: string;
  readonly views: Views<AnyResource>;
}
const files = import.meta.glob<Declared>('../resources/*/*.views.tsx', {
  import: 'default',
});
const loaders = new Map(Object.entries(files).map(([path, load]) => [nth(path.split('/'), -2), load]));

const added = new Map<string, (() => Promise<Views<AnyResource>>)[]>();
/** Adds views of a plugin; they replace those of the product for the same part. */
export const addViews = (resource: string, load: () => Promise<Views<AnyResource>>): void =>
  void added.set(resource, [...(added.get(resource) ?? []), load]);

/** The custom views of a resource in `<resource>.views.tsx`, loaded with its first screen; undefined when everything is generated. */
export const loadViews = async (resource: string): Promise<Views<AnyResource>> => {
  const [own, ...more] = await Promise.all([loaders.get(resource)?.(), ...(added.get(resource) ?? []).map((load) => load())]);
  return Object.assign({}, own?.views, ...more) as Views<AnyResource>;
};
