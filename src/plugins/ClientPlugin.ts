import type { FieldInput, FieldUi, Views } from '@/fields/kit/contracts';
import type { LoadedPage } from '@/pages/menuPages';
import type { ResourceLike } from '@/schema';

/** How values of a plugin's field type are shown and typed in. */
export interface AddedField {
  readonly ui: FieldUi;
  readonly input: () => Promise<FieldInput>;
}
/** What a plugin adds to the screens, in its file `plugin.client.tsx`. */
export interface ClientPlugin {
  /** By the name of the field type. */
  readonly fields?: Readonly<Record<string, AddedField>>;
  /** Views that replace generated ones, by resource; also for resources of the product. */
  readonly views?: Readonly<Record<string, () => Promise<Views<ResourceLike>>>>;
  /** Pages with a place in the menu: the title is `<name>.title`, the word in the menu `menu.items.<name>`. */
  readonly pages?: readonly LoadedPage[];
}
/** Declares the screens of a plugin. */
export const defineClientPlugin = (plugin: ClientPlugin): ClientPlugin => plugin;
