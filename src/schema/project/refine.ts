import type { AnyResource } from '../resource';
import { hasView, routeOf } from '../resource';

/**
 * The input of `<Refine resources>`. The declaration itself stays in the registry, because refine compares `meta` deeply on every render.
 */
export interface RefineResource {
  readonly name: string;
  readonly list: string;
  readonly show: string;
  readonly create?: string;
  readonly edit?: string;
  readonly meta: { readonly dataProviderName: string; readonly canDelete: boolean; readonly hide: boolean };
}
/** Projects a declaration into a refine resource. */
export const toRefine = (resource: AnyResource): RefineResource => ({
  name: resource.name,
  list: `/${routeOf(resource)}`,
  show: `/${routeOf(resource)}/:id`,
  ...(hasView(resource, 'create') && { create: `/${routeOf(resource)}/create` }),
  ...(hasView(resource, 'edit') && { edit: `/${routeOf(resource)}/:id/edit` }),
  meta: { dataProviderName: resource.service, canDelete: hasView(resource, 'edit'), hide: !resource.menu },
});
