import type { AnyField } from './field';
import type { AnyResource } from './resource';

const named = (resource: AnyResource, is: (field: AnyField) => boolean): readonly string[] =>
  (resource.list.search ?? []).filter((name) => resource.all[name] && is(resource.all[name]));

export const isWholeNumber = ({ column, target }: AnyField): boolean => column === 'integer' && target === undefined;
/** The fields whose text a search reads by pieces. */
export const searchedTexts = (resource: AnyResource): readonly string[] => named(resource, ({ searchText }) => searchText !== undefined);
/** The fields whose complete value a search may name. */
export const searchedNumbers = (resource: AnyResource): readonly string[] => named(resource, isWholeNumber);
/** The references that are searched like their own resource. */
export const searchedReferences = (resource: AnyResource): readonly string[] => named(resource, ({ target }) => target !== undefined);
/** Searches over many resources find records by their own texts, not by those of their owner. */
export const isInPalette = (resource: AnyResource): boolean => searchedTexts(resource).length > 0;
