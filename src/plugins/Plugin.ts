import type { AddedReport } from '@/domain/reports/addedReport';
import type { Action, AnyResource, AnyValue, FieldsOf, Inputs, KeySpec, Resource, ResourceLike } from '@/schema';
import type { ActionSpec } from '@/schema/action';
import type { ResourceName } from '@/schema/resourceNames';

/**
 * Actions and related lists that a plugin adds to a resource of the product. Fields cannot be added: a plugin stores its data in its own
 * tables.
 */
export interface Extension {
  readonly resource: string;
  readonly actions: Readonly<Record<string, Action>>;
  /** Keys that allow each of the actions. */
  readonly access: Readonly<Record<string, readonly KeySpec[]>>;
  readonly related: readonly `${ResourceName}.${string}`[];
}

/** What a plugin adds to the declarations; loaded by browser and server, so it draws nothing and uses no database. */
export interface Plugin {
  /** In lower case with hyphens; its migrations are recorded under it. */
  readonly name: string;
  readonly resources?: readonly AnyResource[];
  readonly extensions?: readonly Extension[];
  readonly reports?: readonly AddedReport[];
}

/** Declares a plugin, in its file `plugin.ts`. */
export const definePlugin = (plugin: Plugin): Plugin => plugin;

type Typed<R extends ResourceLike, A extends Inputs> = {
  readonly actions?: { readonly [K in keyof A]: ActionSpec<FieldsOf<R>, A[K]> };
  readonly access?: { readonly [K in keyof NoInfer<A>]?: readonly KeySpec[] };
  readonly related?: readonly `${ResourceName}.${string}`[];
};
/** The resource as the plugin sees it, with the added actions, for `defineHooks`. */
type Extended<R extends ResourceLike, A extends Inputs> = Resource<R['name'], FieldsOf<R>, A, R['key'], {}>;

/** Extends a resource of the product; `from` and `refuses` know its fields. */
export const extendResource = <R extends ResourceLike, const A extends Inputs>(
  resource: R,
  { actions, access = {}, related = [] }: Typed<R, A>,
): Extension & { readonly extended: Extended<R, A> } => ({
  resource: resource.name,
  actions: (actions ?? {}) as Extension['actions'],
  access: access as Extension['access'],
  related,
  extended: { ...resource, actions } as AnyValue,
});
