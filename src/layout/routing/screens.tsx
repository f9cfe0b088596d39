import type { i18n as I18n } from 'i18next';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { hasView, type AnyResource, type Registry, type View } from '@/schema';
import { offers } from '@/schema/project/access';
import { loadWords } from '@/providers/i18n/loadWords';
import { namespacesOf } from '@/providers/i18n/namespacesOf';
import { useGrants } from '@/fields/kit/AppContext';
import type { Parent } from '@/fields/kit/contracts';
import { keyIn } from '@/schema/unknown';
import { loadViews } from '@/views/overrides';
import { ForbiddenPage } from '@/pages/ForbiddenPage';
import { NotFoundPage } from '@/pages/NotFoundPage';

/** The props of every screen of a resource. */
interface ScreenProps {
  readonly resource: AnyResource;
  readonly id?: number;
  readonly parent?: Parent;
}
type Screen = ComponentType<ScreenProps>;
/** The position of a screen. */
export interface Setting {
  readonly resource: AnyResource;
  readonly view: View;
  readonly workspace?: AnyResource;
  /** The field of the resource that refers to the record of the workspace. */
  readonly field?: string;
  /** Name of the route parameter with the key of the record; `id` unless the workspace itself is shown. */
  readonly param?: string;
}
const screenWords = ['list', 'form', 'show', 'action', 'validation', 'errors', 'saved_views', 'comments', 'lists'];

const generated: Readonly<Record<View, () => Promise<Screen>>> = {
  list: async () => (await import('@/views/list/ListView')).ListView,
  create: async () => (await import('@/views/form/FormView')).FormView,
  edit: async () => (await import('@/views/form/FormView')).FormView,
  show: async () => (await import('@/views/show/ShowView')).ShowView as Screen,
};
const overridden = async (view: View, views: Awaited<ReturnType<typeof loadViews>>): Promise<Screen | undefined> => {
  if (view !== 'show') return views[view] as Screen | undefined;
  const { show } = views;
  return show && (await import('./shownBy')).shownBy(show);
};

/** Guards a screen: the key must be a number, the view must exist and the person's permissions must allow it. */
const guarded = (Inner: Screen, { resource, view, workspace, field, param = 'id' }: Setting, registry: Registry): ComponentType =>
  function ResourceScreen() {
    const params = useParams();
    const grants = useGrants();
    const id = keyIn(params[param]);
    const owner = workspace && keyIn(params[workspace.key]);
    const needsRecord = view === 'edit' || view === 'show';
    if (!hasView(resource, view) || (needsRecord && id === undefined) || (workspace && (owner === undefined || !field)))
      return <NotFoundPage />;
    if (!offers(grants, view, resource, registry)) return <ForbiddenPage />;
    const parent = workspace && field && owner !== undefined ? { resource: workspace.name, field, id: owner } : undefined;
    // The key is the identity of the screen: another record never reuses what was typed or shown for this one.
    const screen = (
      <Inner
        key={`${resource.name}/${id ?? view}/${owner ?? ''}`}
        resource={resource}
        {...(needsRecord && id !== undefined && { id })}
        {...(parent && { parent })}
      />
    );
    return param === 'id' ? screen : <div className="asd-workspace-own">{screen}</div>;
  };

/** Loads a screen together with its texts, so that it never shows a key. */
export const loadScreen = (i18n: I18n, registry: Registry, setting: Setting) => async (): Promise<{ Component: ComponentType }> => {
  const { resource, view } = setting;
  const [stock, views] = await Promise.all([
    generated[view](),
    loadViews(resource.name),
    loadWords(i18n, [...screenWords, ...namespacesOf(resource, registry)]),
  ]);
  await loadWords(i18n, views.words?.(registry) ?? []);
  return { Component: guarded((await overridden(view, views)) ?? stock, setting, registry) };
};
