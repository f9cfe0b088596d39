/** Words that names, comments, titles and docs do without, each with the usual word for it. */
export const literaryWords: ReadonlyMap<string, string>;
/** Whether the words of a file are looked at. */
export const hasWords: (file: string) => boolean;
/** The literary words of a file, its path included: one sentence for each. */
export const literaryIn: (file: string, text: string) => readonly string[];
