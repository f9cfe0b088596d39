import process from 'node:process';

const lookMs = 500;

/**
 * Asks this process to end once the one that started it is gone. npm passes a signal on to its shell, which ends without passing it on:
 * the server would stay and hold its port and its data folder.
 */
export const followParent = () => {
  const { ppid } = process;
  const look = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, lookMs);
  look.unref();
};
