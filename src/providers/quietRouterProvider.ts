import { matchResourceFromRoute, ResourceContext, type IResourceItem, type ParseResponse, type RouterProvider } from '@refinedev/core';
import { useCallback, useContext } from 'react';
import { matchPath, useLocation, useParams } from 'react-router';

type Match = ReturnType<typeof matchResourceFromRoute>;
const newest = new WeakMap<readonly IResourceItem[], { readonly pathname: string; readonly match: Match }>();
/** Every hook of refine asks which resource the address names, some of them ten times: the routes are compared once for each path. */
const matchOnce = (resources: IResourceItem[], pathname: string): Match => {
  const known = newest.get(resources);
  if (known?.pathname === pathname) return known.match;
  const match = matchResourceFromRoute(pathname, resources);
  newest.set(resources, { pathname, match });
  return match;
};

const useQuietParse: NonNullable<RouterProvider['parse']> = () => {
  const { id: named } = useParams(),
    { pathname } = useLocation(),
    { resources } = useContext(ResourceContext);
  return useCallback((): ParseResponse => {
    const { resource, action, matchedRoute } = matchOnce(resources, pathname);
    const id = named ?? (matchedRoute ? matchPath(matchedRoute, pathname)?.params['id'] : undefined);
    return { ...(resource && { resource }), ...(action && { action }), ...(id && { id }), pathname, params: {} };
  }, [resources, pathname, named]);
};

/**
 * refine's router binding without the parameters of the URL.
 *
 * refine adds every parameter of the URL to the `meta` of every request: the search of a list would also search the options of each select
 * on the page.
 */
export const quietRouterProvider = (binding: RouterProvider): RouterProvider => ({ ...binding, parse: useQuietParse });
