import { useTranslate } from '@refinedev/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { routeOf, type AnyResource, type Grants, type Registry } from '@/schema';
import { offers } from '@/schema/project/access';
import { places } from '@/providers/config';
import { useStore } from '@/state/createStore';
import { favouriteStore, toggleFavourite } from '@/state/favouriteStore';
import { useGrants, useRegistry } from '@/fields/kit/AppContext';
import type { Parent } from '@/fields/kit/contracts';
import { pathTo } from '@/fields/kit/paths';
import { recordTitle } from '@/fields/kit/recordTitle';
import { goKey } from '@/frame/shortcuts';
import { useWords } from '@/fields/kit/useWords';
import { fieldToward, menuOf, tabsOf, workspaceAt, type MenuItem } from '../routing/menu';
import { useKnownRecord } from '../routing/useKnownRecord';
import type { Entry } from './entries';

const itemsOfMenu = (registry: Registry, grants: Grants): readonly MenuItem[] =>
  menuOf(registry, grants).flatMap(({ groups }) => groups.flatMap(({ items }) => items));
/** The resources of the menu, in its order. */
export const resourcesOfMenu = (registry: Registry, grants: Grants): readonly AnyResource[] =>
  itemsOfMenu(registry, grants).flatMap(({ resource }) => resource ?? []);

const lettersOf = (letter: string | undefined): readonly string[] | undefined => (letter === undefined ? undefined : [goKey, letter]);

/** The tabs of the current record, and what the person may add to it. */
const useWorkspaceEntries = (): readonly Entry[] => {
  const { t } = useTranslation('menu');
  const translate = useTranslate();
  const words = useWords();
  const registry = useRegistry(),
    grants = useGrants(),
    navigate = useNavigate();
  const { pathname } = useLocation();
  const workspace = useMemo(() => workspaceAt(registry, pathname), [registry, pathname]);
  const row = useKnownRecord(workspace);
  if (!workspace) return [];
  const { resource: owner, id } = workspace;
  const note = row ? recordTitle(owner, row, words) : `#${id}`;
  const base = pathTo(owner, 'show', { id });
  const tabs = tabsOf(registry, grants, owner);
  const go = (to: string) => () => void navigate(to);
  return [
    { key: base, label: t('overview'), note, icon: owner.menu?.icon, run: go(base) },
    { key: `${base}/settings`, label: t('settings'), note, icon: owner.menu?.icon, run: go(`${base}/settings`) },
    ...tabs.map((tab): Entry => ({
      key: `${base}/${routeOf(tab)}`,
      label: t(`items.${tab.name}`),
      note,
      icon: tab.menu?.icon ?? owner.menu?.icon,
      run: go(`${base}/${routeOf(tab)}`),
    })),
    ...tabs.flatMap((tab): readonly Entry[] => {
      const field = fieldToward(tab, owner);
      if (!field || !offers(grants, 'create', tab, registry)) return [];
      const parent: Parent = { resource: owner.name, field, id };
      const to = pathTo(tab, 'create', { parent });
      return [{ key: to, label: translate(`${tab.name}.titles.create`), note, icon: 'plus', run: go(to) }];
    }),
  ];
};

/** Every screen that the person may open: of the current workspace, of the menu, and forms of new records. */
export const usePlaceEntries = (): readonly Entry[] => {
  const { t } = useTranslation('menu');
  const translate = useTranslate();
  const registry = useRegistry(),
    grants = useGrants(),
    navigate = useNavigate();
  const inside = useWorkspaceEntries();
  const favourites = useStore(favouriteStore);
  const { pathname } = useLocation();
  const items = itemsOfMenu(registry, grants),
    listed = resourcesOfMenu(registry, grants);
  const go = (to: string) => () => void navigate(to);
  return [
    ...inside,
    { key: places.home, label: t('home'), icon: 'home', keys: [goKey, 'h'], run: go(places.home) },
    { key: places.inbox, label: t('items.inbox'), icon: 'bell', keys: [goKey, 'b'], run: go(places.inbox) },
    ...items.map(({ name, to, menu: { group, icon, letter } }): Entry => ({
      key: to,
      label: t(`items.${name}`),
      words: t(`groups.${group}`),
      icon,
      keys: lettersOf(letter),
      run: go(to),
    })),
    ...items
      .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
      .map(({ name, to }): Entry => ({
        key: `favourite ${to}`,
        label: t(favourites.includes(to) ? 'favourites.remove' : 'favourites.add', { what: t(`items.${name}`) }),
        icon: 'star',
        onlyFound: true,
        run: () => toggleFavourite(to),
      })),
    ...listed
      .filter((resource) => offers(grants, 'create', resource, registry))
      .map((resource): Entry => ({
        key: pathTo(resource, 'create'),
        label: translate(`${resource.name}.titles.create`),
        icon: 'plus',
        run: go(pathTo(resource, 'create')),
      })),
  ];
};

/** The texts that name these screens. */
export const wordsOfPlaces = (registry: Registry, grants: Grants): readonly string[] =>
  registry.all
    .filter((resource) => (resource.menu ?? resource.within) && offers(grants, 'create', resource, registry))
    .map(({ name }) => name);
