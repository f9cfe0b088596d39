import type { ClientPlugin } from './ClientPlugin';
import type { Plugin } from './Plugin';

/** A plugin with its screens, where it has any. */
export interface Installed {
  readonly plugin: Plugin;
  readonly client?: ClientPlugin;
}
/** The plugins of this build. None are written here: `scripts/lib/pluginsInClient.mjs` puts those of DORSAL_PLUGINS in the place of this module. */
export const installed: readonly Installed[] = [];
