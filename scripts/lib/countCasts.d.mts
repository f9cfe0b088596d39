/** The lines of a source on which `as` (not `as const`) and `!` stand. */
export const castsIn: (file: string, text: string) => { readonly as: readonly number[]; readonly bang: readonly number[] };
