/** Writes a line for programs that started this one: its address, the demo accounts. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);
/** Writes a line for people who watch this process. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** The message of an error. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
