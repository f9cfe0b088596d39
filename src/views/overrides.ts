/// <reference types="vite/client" />
import type { AnyResource } from '@/schema';
import type { Views } from '../fields/kit/contracts';

interface Declared {
  readonly resource: string;
  readonly views: Views<AnyResource>;
}
const files = import.meta.glob<Declared>(['../resources/*/*.views.tsx', '../../plugins/*/src/resources/*/*.views.tsx'], {
  import: 'default',
});
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.split('/').at(-2)!, load]));

const added = new Map<string, (() => Promise<Views<AnyResource>>)[]>();
/** Adds views of a plugin; where they and those of the product replace the same, theirs are drawn. */
export const addViews = (resource: string, load: () => Promise<Views<AnyResource>>): void =>
  void added.set(resource, [...(added.get(resource) ?? []), load]);

/** The exceptions that a resource declares in `<resource>.views.tsx`, loaded with its first screen; nothing where everything is generated. */
export const loadViews = async (resource: string): Promise<Views<AnyResource>> => {
  const [own, ...more] = await Promise.all([loaders.get(resource)?.(), ...(added.get(resource) ?? []).map((load) => load())]);
  return Object.assign({}, own?.views, ...more) as Views<AnyResource>;
};
