/** The lines of a source that use `as` (not `as const`) or `!`. */
export const castsIn: (file: string, text: string) => { readonly as: readonly number[]; readonly bang: readonly number[] };
