import type { AnyResource, Grants, Registry } from '@/schema';
import type { Creation } from '../../../fields/kit/paths';
import type { Parent } from '../../../fields/kit/contracts';

const mayImport = ({ keys }: Grants, { imports }: AnyResource): boolean => imports !== undefined && keys[imports.permission] === 'edit';

/** The kinds of files that a person may bring. */
export const importTypesOf = (grants: Grants, registry: Registry): readonly string[] =>
  registry.all.filter((resource) => mayImport(grants, resource)).flatMap(({ imports }) => imports?.type ?? []);

/** Where files for a list are brought; null for lists that none fill and for people who may bring none. */
export const importOf = (grants: Grants, resource: AnyResource, parent: Parent | undefined): Creation | null =>
  mayImport(grants, resource)
    ? {
        title: 'list.import',
        to: `/import_jobs/new?${new URLSearchParams({ type: resource.imports?.type ?? '', ...(parent && { [parent.field]: String(parent.id), within: 'event' }) }).toString()}`,
      }
    : null;
