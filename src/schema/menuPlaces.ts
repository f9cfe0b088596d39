/** The groups of the menu, in order; their texts are `menu.groups.<name>`. */
export const menuGroups = ['events', 'sales', 'organization', 'team', 'people', 'web', 'fmtri', 'apolo', 'reports', 'catalogs'] as const;
export type MenuGroupName = (typeof menuGroups)[number];

/** The icons of menu items. */
export const menuIcons = [
  'athlete',
  'bank',
  'bib',
  'bolt',
  'box',
  'calendar',
  'chart',
  'clock',
  'device',
  'dot',
  'download',
  'heart',
  'home',
  'inbox',
  'key',
  'language',
  'merge',
  'orders',
  'payments',
  'place',
  'profile',
  'repeat',
  'rows',
  'shop',
  'star',
  'tag',
  'tags',
  'team',
  'upload',
  'user',
  'wallet',
] as const;
export type MenuIcon = (typeof menuIcons)[number];

/** The groups of the tabs of a workspace, in order; their texts are `menu.parts.<name>`. */
export const workspaceParts = ['event', 'people', 'sales', 'kits', 'raceDay', 'results'] as const;
export type WorkspacePart = (typeof workspaceParts)[number];
