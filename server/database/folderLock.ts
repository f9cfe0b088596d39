import { linkSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync, renameSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { DatabaseError } from './DatabaseError';
import { isAlive, ownIdentity, type ProcessIdentity } from './processIdentity';
import { codeOf } from './faults';

interface Ticket extends ProcessIdentity {
  readonly released: boolean;
}

const beatMs = 10_000,
  silentMs = 60_000;
const isTicket = /^ticket\.(\d+)$/;

const numbers = (folder: string): number[] =>
  readdirSync(folder)
    .flatMap((name) => isTicket.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other);
const fileOf = (folder: string, number: number): string => join(folder, `ticket.${number}`);

/** A process of another machine, or container, cannot be asked; it shows that it is alive by touching its ticket. */
const holds = (file: string): Ticket | null => {
  try {
    const ticket = JSON.parse(readFileSync(file, 'utf8')) as Ticket;
    const lives = ticket.host === hostname() ? isAlive(ticket) : Date.now() - statSync(file).mtimeMs < silentMs;
    return !ticket.released && lives ? ticket : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Creates the complete file or nothing; `false` when another process was first. */
const createWhole = (file: string, text: string): boolean => {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Takes the folder for this process and returns the function that releases it; throws when another process has it.
 *
 * Each holder takes the next number, and numbers are never reused, so a slow process that found an old ticket dead can only
 * find that a later one exists: at no moment is a lock removed and free for two.
 */
export const lockFolder = (dataDir: string): (() => void) => {
  const folder = join(dataDir, 'lock');
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const last = numbers(folder).at(-1) ?? 0;
    const holder = last ? holds(fileOf(folder, last)) : null;
    if (holder)
      throw new DatabaseError(
        `The data folder ${resolve(dataDir)} is in use by process ${holder.pid} on ${holder.host}. Stop it, or choose another folder with DATA_DIR.`,
      );
    const mine = last + 1;
    const file = fileOf(folder, mine);
    const ticket: Ticket = { ...ownIdentity(), released: false };
    if (!createWhole(file, JSON.stringify(ticket))) continue;
    const drawn = numbers(folder);
    if (drawn.at(-1) !== mine) {
      rmSync(file, { force: true });
      continue;
    }
    for (const number of drawn) if (number < mine) rmSync(fileOf(folder, number), { force: true });
    return keep(file, ticket);
  }
};

const keep = (file: string, ticket: Ticket): (() => void) => {
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      clearInterval(beat);
    }
  }, beatMs).unref();
  return () => {
    clearInterval(beat);
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, JSON.stringify({ ...ticket, released: true }));
    renameSync(draft, file);
  };
};
