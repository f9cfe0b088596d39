/** What a test run counted: how many tests passed, a line for each that did not, those that needed a second try, and the files that it ran. */
interface Counted { readonly passed: number; readonly problems: readonly string[]; readonly unsteady?: readonly string[]; readonly files: readonly string[] }
/** Reads the JSON report of vitest. */
export declare const countVitest: (file: string) => Counted;
/** Reads the JSON report of Playwright. */
export declare const countPlaywright: (file: string) => Counted;
