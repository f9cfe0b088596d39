/** What every field has that is stored, answered and searched as the text that it is. */
export const plainText = { column: 'text', graphql: 'String', searchText: (column: string): string => column } as const;
