export class FolderError extends Error {}
export const indexFiles: readonly string[];
export const productRoots: (root?: string) => readonly string[];
export const staleIndexes: (root?: string) => readonly { readonly index: string; readonly text: string }[];
export const writeIndexes: (root?: string) => readonly string[];
