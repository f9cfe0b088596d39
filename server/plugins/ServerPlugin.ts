import type { StorageFactory } from '../adapters/objectStorage/ObjectStorage';
import type { LetterTemplate } from '../features/letters/addedLetters';
import type { Hooks } from '../kernel/defineHooks';

/** The server side of a plugin, in its file `plugin.server.ts`. */
export interface ServerPlugin {
  /** Hooks of its resources, and of the resources that it extends; those of the product run first. */
  readonly hooks?: readonly Hooks[];
  readonly letters?: readonly LetterTemplate[];
  readonly adapters?: {
    /** Storages of files, by the scheme at the beginning of OBJECT_STORAGE. */
    readonly objectStorage?: Readonly<Record<string, StorageFactory>>;
  };
}
/** Declares the server side of a plugin. */
export const defineServerPlugin = (plugin: ServerPlugin): ServerPlugin => plugin;
