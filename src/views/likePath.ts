import type { AnyResource, Grants, Registry } from '@/schema';
import { offers } from '@/schema/project/access';
import type { Parent, Views } from '../fields/kit/contracts';
import { creationOf } from '../fields/kit/paths';

/**
 * Where a record is made that is like another one; undefined for people who may create none, and where creating is more than the generated
 * form, or an action of its own duplicates records.
 */
export const likePath = (
  { resource, parent, id }: { readonly resource: AnyResource; readonly parent: Parent | undefined; readonly id: number },
  views: Pick<Views<AnyResource>, 'create'> | undefined,
  grants: Grants,
  registry: Registry,
): string | undefined => {
  if (!views || views.create || resource.actions?.['duplicate'] || !offers(grants, 'create', resource, registry)) return undefined;
  return `${creationOf(resource, parent).to}?like=${id}`;
};
