/** Values that several fields share, with the key of their texts in `locales/{es,en}/lists.json`. */
export interface ChoiceList<V extends string = string> extends ReadonlyArray<V> {
  readonly list: string;
}

/**
 * Declares a list of values with shared texts: `lists.<name>.<value>`. Every field that uses the whole list, in this order, reads them
 * there.
 */
export const defineChoices = <const V extends string>(name: string, values: readonly V[]): ChoiceList<V> =>
  Object.freeze(Object.assign([...values], { list: name }));

/** The facet of a field with such a list. */
export const listOf = (values: readonly string[] | ChoiceList): { readonly list?: string } =>
  'list' in values ? { list: values.list } : {};
