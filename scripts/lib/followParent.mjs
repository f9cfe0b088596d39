import process from 'node:process';

const lookMs = 500;

/**
 * Ends this process when its parent is gone. npm passes a signal to its shell, which ends without passing it on: the server would continue
 * and keep its port and its data folder.
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
