type Work = <T>(work: () => Promise<T>) => Promise<T>;

/** Among all tabs if the browser can; one that blocks cookies forbids locks too, and then this tab is alone. */
const amongTabs =
  (name: string, locks: LockManager): Work =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    let began = false;
    try {
      return await locks.request(name, async (): Promise<T> => {
        began = true;
        return work();
      });
    } catch (error) {
      if (began) throw error;
      return work();
    }
  };

/** Runs session calls one after the other, in this tab and, if the browser can, among all tabs, so that no answer arrives late. */
export const createQueue = (name: string): Work => {
  let last: Promise<unknown> = Promise.resolve();
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  const inTurn: Work = locks ? amongTabs(name, locks) : (work) => work();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => inTurn(work));
    last = turn.catch(() => undefined);
    return turn;
  };
};
