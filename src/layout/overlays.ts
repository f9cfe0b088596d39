/** What stands over the page when it is asked for: one chunk, since each of its own would split what the first page loads into more files. */
export { default as CommandPalette } from './palette/CommandPalette';
export { MenuDrawer } from './MenuDrawer';
export { default as RecentDrawer } from './RecentDrawer';
export { default as ShortcutsHelp } from './ShortcutsHelp';
