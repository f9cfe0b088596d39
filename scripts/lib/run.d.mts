/** Folder of the project, wherever the command was typed. */
export const root: string;
/** The commands that the scripts call, each with the program that runs it. */
export const tools: Readonly<
  Record<
    'vite' | 'vitest' | 'playwright' | 'tsc' | 'tsx' | 'oxlint' | 'oxfmt' | 'knip' | 'vitepress' | 'depcruise',
    readonly [string, string]
  >
>;
/** Runs a command to its end, with what it prints shown unless `quiet`. */
export const run: (
  command: readonly string[],
  args?: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>>; readonly quiet?: boolean },
) => Promise<{ readonly code: number; readonly output: string }>;
