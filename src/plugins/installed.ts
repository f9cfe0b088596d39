import type { ClientPlugin } from './ClientPlugin';
import type { Plugin } from './Plugin';

/** A plugin with its screens, if it has any. */
export interface Installed {
  readonly plugin: Plugin;
  readonly client?: ClientPlugin;
}
/**
 * The plugins of this build. The list is empty here: `scripts/lib/pluginsInClient.mjs` replaces this module by one with those of
 * DORSAL_PLUGINS.
 */
export const installed: readonly Installed[] = [];
