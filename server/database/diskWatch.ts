import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Knows whether the disk under a folder accepts writes. */
export interface DiskWatch {
  readonly isFull: () => boolean;
  /** Called when a write failed: the disk counts as full until one succeeds. */
  readonly suspect: () => void;
  /** From now on the free space is checked too. */
  readonly begin: () => void;
  readonly stop: () => Promise<void>;
}
interface Watched {
  readonly folder: string;
  /** With less free space than this the disk counts as full. The rest is for finishing running work and for reopening the database. */
  readonly leastFree: number;
  readonly onChange: (isFull: boolean) => void;
  readonly everyMs?: number | undefined;
  /** Replaces the question to the file system, for tests. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

const probeBytes = 1024 * 1024,
  usualPauseMs = 1000;
const askSystem = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Watches the disk under a folder. It counts as full when too little is free or a write failed, until enough is free and a write
 * succeeds.
 */
export const watchDisk = ({ folder, leastFree, onChange, everyMs = usualPauseMs, freeBytes = askSystem }: Watched): DiskWatch => {
  const over = new AbortController();
  let isFull = false,
    isSuspect = false,
    watching: Promise<void> | null = null;
  const change = (now: boolean): void => {
    if (now === isFull) return;
    isFull = now;
    onChange(now);
  };
  const takesWrites = async (): Promise<boolean> => {
    const probe = join(folder, 'probe');
    try {
      await writeFile(probe, Buffer.alloc(probeBytes, 1), { flush: true });
      return true;
    } catch {
      return false;
    } finally {
      await rm(probe, { force: true }).catch(() => {});
    }
  };
  const look = async (): Promise<void> => {
    const isLow = await freeBytes(folder).then(
      (free) => free < leastFree,
      () => false,
    );
    if (isSuspect && !isLow && (await takesWrites())) isSuspect = false;
    change(isLow || isSuspect);
  };
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await look();
      await setTimeout(everyMs, undefined, { signal: over.signal }).catch(() => {});
    }
  };
  const begin = (): void => {
    watching ??= watch();
  };
  return {
    isFull: () => isFull,
    suspect: () => {
      isSuspect = true;
      change(true);
      begin();
    },
    begin,
    stop: async () => {
      over.abort();
      await watching;
    },
  };
};
