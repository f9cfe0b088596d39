/** What a run of tests came to. */
interface Counted {
  readonly passed: number;
  readonly problems: readonly string[];
  readonly files: readonly string[];
  /** Seconds of each project, all workers together. */
  readonly seconds?: Readonly<Record<string, number>>;
}

export function firstLine(message: string | undefined): string | undefined;
export function testFiles(folder?: string): readonly string[];
export function countVitest(file: string): Counted;
export function countPlaywright(file: string): Counted;
