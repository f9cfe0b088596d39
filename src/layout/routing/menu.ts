import { menuPages } from '@/pages/menuPages';
import { places } from '@/providers/config';
import { platforms, routeOf, type AnyResource, type Grants, type Platform, type Registry, pathOf } from '@/schema';
import { menuGroups, workspaceParts, type MenuGroupName, type WorkspacePart } from '@/schema/menuPlaces';
import { can } from '@/schema/project/access';

/** A menu item: the list of a resource, or a page. */
export interface MenuItem {
  /** The key of its label in the menu. */
  readonly name: string;
  readonly to: string;
  readonly platform: Platform;
  readonly menu: NonNullable<AnyResource['menu']>;
  readonly resource?: AnyResource;
}
export interface MenuGroup {
  readonly name: string;
  readonly items: readonly MenuItem[];
}
export interface MenuSection {
  readonly platform: Platform;
  readonly groups: readonly MenuGroup[];
}
/** Events first, because most work is there. */
const order: readonly Platform[] = ['EVENT', ...platforms.filter((platform) => platform !== 'EVENT')];
const rank = (name: MenuGroupName): number => menuGroups.indexOf(name);
const last = Number.MAX_SAFE_INTEGER;
const place = ({ menu }: MenuItem): number => menu.order ?? last;

const groupsOf = (items: readonly MenuItem[]): readonly MenuGroup[] =>
  [...new Set(items.map(({ menu }) => menu.group))]
    .sort((left, right) => rank(left) - rank(right))
    .map((name) => ({ name, items: items.filter(({ menu }) => menu.group === name).sort((left, right) => place(left) - place(right)) }));

/** A resource as a menu item. */
const itemOf = (resource: AnyResource): MenuItem | null =>
  resource.menu ? { name: resource.name, to: `/${routeOf(resource)}`, platform: resource.platform, menu: resource.menu, resource } : null;

/** The items of the menu: declared places of enabled platforms that the person's keys allow, and nothing else. */
export const menuOf = (registry: Registry, grants: Grants): readonly MenuSection[] => {
  const items: readonly MenuItem[] = [
    ...registry.all.filter((resource) => can(grants, 'list', resource)).flatMap((resource) => itemOf(resource) ?? []),
    ...menuPages()
      .filter(({ key }) => grants.keys[key])
      .map(({ name, platform, menu }) => ({ name, platform, menu, to: `/${name}` })),
  ];
  const open = items.filter(({ platform }) => grants.platforms.includes(platform));
  return order
    .map((platform) => ({ platform, groups: groupsOf(open.filter((item) => item.platform === platform)) }))
    .filter(({ groups }) => groups.length > 0);
};

/** The tabs of a workspace: the resources inside it that the person's keys allow. */
export const tabsOf = (registry: Registry, grants: Grants, workspace: AnyResource): readonly AnyResource[] =>
  registry.all
    .filter((resource) => resource.within === workspace.name && can(grants, 'list', resource))
    .sort((left, right) => (left.tab ?? last) - (right.tab ?? last));
/** A group of the tabs of a workspace. */
export interface TabGroup {
  readonly name: WorkspacePart;
  readonly tabs: readonly AnyResource[];
}
/** The same tabs by their groups; the first group is always there, because it holds the record itself. */
export const tabGroupsOf = (registry: Registry, grants: Grants, workspace: AnyResource): readonly TabGroup[] => {
  const tabs = tabsOf(registry, grants, workspace);
  return workspaceParts
    .map((name, at) => ({ name, tabs: tabs.filter(({ part }) => (part ?? workspaceParts[0]) === name), isFirst: at === 0 }))
    .filter((group) => group.isFirst || group.tabs.length > 0);
};
/** The record of a workspace without the related lists that its tabs already show. */
export const ownScreenOf = (registry: Registry, workspace: AnyResource): AnyResource => ({
  ...workspace,
  related: (workspace.related ?? []).filter((path) => registry.find(pathOf(path)[0])?.within !== workspace.name),
});

/** The field of a resource that refers to the record of its workspace. */
export const fieldToward = (resource: AnyResource, workspace: AnyResource): string | undefined =>
  Object.entries(resource.fields as AnyResource['all']).find(([, field]) => field.target === workspace.name)?.[0];

/** A menu item that a letter after `g` opens. */
export interface LetterPlace {
  readonly letter: string;
  /** Its label; the home page when absent. */
  readonly name?: string;
  readonly to: string;
}
/** The places with a letter, in the order of the menu. */
export const letterPlaces = (sections: readonly MenuSection[]): readonly LetterPlace[] => [
  { letter: 'h', to: places.home },
  { letter: 'b', name: 'inbox', to: places.inbox },
  ...sections
    .flatMap(({ groups }) => groups.flatMap(({ items }) => items))
    .flatMap(({ name, to, menu: { letter } }) => (letter ? [{ letter, name, to }] : [])),
];

/** The workspace of a path, if any. */
export const workspaceAt = (registry: Registry, pathname: string): { readonly resource: AnyResource; readonly id: number } | undefined => {
  const [, name, id] = /^\/([^/]+)\/([1-9]\d*)(?:\/|$)/.exec(pathname) ?? [];
  const resource = name === undefined ? undefined : registry.find(name);
  return resource && registry.all.some(({ within }) => within === name) ? { resource, id: Number(id) } : undefined;
};
