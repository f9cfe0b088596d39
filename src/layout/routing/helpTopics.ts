import { routeOf, type Grants, type Registry } from '@/schema';
import { places } from '@/providers/config';
import { menuOf, tabsOf } from './menu';

/** A screen that the help may describe. */
export interface HelpTopic {
  readonly name: string;
  /** Where it is opened from; undefined for what is inside an event. */
  readonly to?: string;
}

/** Screens whose path is not the one of their records. */
const otherPaths: Readonly<Record<string, string>> = { desk: 'kit_deliveries' };

/** The screens that this person can open, in the order of the menu, then of the tabs of an event. */
export const helpTopics = (registry: Registry, grants: Grants): readonly HelpTopic[] => {
  const inMenu = menuOf(registry, grants).flatMap(({ groups }) =>
    groups.flatMap(({ items }) => items.map(({ name, to }) => ({ name, to }))),
  );
  const events = registry.find('events');
  const tabs = events ? tabsOf(registry, grants, events).map(({ name }) => ({ name })) : [];
  return [
    { name: 'home', to: places.home },
    { name: 'inbox', to: places.inbox },
    ...inMenu,
    ...tabs.filter(({ name }) => !inMenu.some((each) => each.name === name)),
  ];
};

/** The screen of an address: the innermost part of its path that names one. */
export const topicAt = (registry: Registry, pathname: string): string => {
  const parts = pathname.split('/').filter(Boolean).reverse();
  for (const part of parts) {
    const found =
      otherPaths[part] ?? registry.all.find((resource) => (resource.menu ?? resource.within) && routeOf(resource) === part)?.name;
    if (found) return found;
  }
  return parts.at(-1) ?? 'home';
};
