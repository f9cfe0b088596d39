import type { Plugin } from 'vite';

/** The folders of plugins that DORSAL_PLUGINS names, whole. */
export const pluginFolders: (text?: string) => readonly string[];
/** Builds plugins into the client: a plugin of Vite. */
export const pluginsInClient: (folders?: readonly string[]) => Plugin;
