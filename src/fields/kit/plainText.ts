/** The shared part of field types that store, answer and search plain text. */
export const plainText = { column: 'text', graphql: 'String', searchText: (column: string): string => column } as const;
