/** The overlays of the page in one chunk: a chunk for each would split the files of the first page further. */
export { default as CommandPalette } from './palette/CommandPalette';
export { default as HelpDrawer } from './HelpDrawer';
export { MenuDrawer } from './MenuDrawer';
export { default as RecentDrawer } from './RecentDrawer';
export { default as ShortcutsHelp } from './ShortcutsHelp';
