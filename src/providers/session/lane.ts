/** Runs session calls one after the other, in this tab and, where the browser can, among all tabs: no answer comes late. */
export const createLane = (name: string): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(async (): Promise<T> => (locks ? await locks.request(name, work) : await work()));
    last = turn.catch(() => undefined);
    return turn;
  };
};
