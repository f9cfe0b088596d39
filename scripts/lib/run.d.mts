/** Folder of the project, wherever the command was typed. */
export const root: string;
/** The commands that the scripts call, each with the program that runs it. */
export const tools: Readonly<
  Record<'vite' | 'vitest' | 'playwright' | 'tsc' | 'tsx' | 'oxfmt' | 'oxlint' | 'knip' | 'depcruise', readonly [string, string]>
>;
