import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from './faults';

/** Identifies one run of one process; a process id alone is reused. */
export interface ProcessIdentity {
  readonly host: string;
  readonly pid: number;
  readonly started: string;
}

const startTimeAfterName = 19;
const fromProc = (pid: number): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[startTimeAfterName]}`;
};
const fromPs = (pid: number): string =>
  execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** When the process started, or `null` when it does not exist. */
const startOf = (pid: number): string | null => {
  try {
    if (process.platform === 'linux') return fromProc(pid);
    process.kill(pid, 0);
    return process.platform === 'win32' ? 'unknown' : fromPs(pid);
  } catch (error) {
    return codeOf(error) === 'EPERM' ? 'unknown' : null;
  }
};

/** This process. */
export const ownIdentity = (): ProcessIdentity => ({ host: hostname(), pid: process.pid, started: startOf(process.pid) ?? 'unknown' });

/** Whether the process of this machine is still running. */
export const isAlive = ({ pid, started }: ProcessIdentity): boolean => {
  const now = startOf(pid);
  return now !== null && (now === started || now === 'unknown' || started === 'unknown');
};
