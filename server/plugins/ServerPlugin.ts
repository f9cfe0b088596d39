import type { StorageFactory } from '../adapters/objectStorage/ObjectStorage';
import type { LetterTemplate } from '../features/letters/addedLetters';
import type { Hooks } from '../kernel/defineHooks';

/** What only the server knows of a plugin, in its file `plugin.server.ts`. */
export interface ServerPlugin {
  /** Hooks of its resources, and of the resources that it extends: those of the product run first. */
  readonly hooks?: readonly Hooks[];
  readonly letters?: readonly LetterTemplate[];
  readonly adapters?: {
    /** Storages of files, by the scheme with which OBJECT_STORAGE begins. */
    readonly objectStorage?: Readonly<Record<string, StorageFactory>>;
  };
}
/** Declares what the server does for a plugin. */
export const defineServerPlugin = (plugin: ServerPlugin): ServerPlugin => plugin;
