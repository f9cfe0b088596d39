/// <reference types="vite/client" />
import type { AnyResource } from '@/schema';
import type { Views } from '../fields/kit/contracts';

interface Declared {
  readonly resource: string;
  readonly views: Views<AnyResource>;
}
const files = import.meta.glob<Declared>('../resources/*/*.views.tsx', { import: 'default' });
const loaders = new Map(Object.entries(files).map(([path, load]) => [path.split('/').at(-2)!, load]));

/** The exceptions that a resource declares in `<resource>.views.tsx`, loaded with its first screen; nothing where everything is generated. */
export const loadViews = async (resource: string): Promise<Views<AnyResource>> => (await loaders.get(resource)?.())?.views ?? {};
