import { setTimeout } from 'node:timers/promises';

/** Something that goes on beside the requests. */
export interface Repeating {
  /** Ends it, after the turn that is under way. */
  readonly stop: () => Promise<void>;
}
interface Turn {
  readonly everyMs: number;
  readonly work: (isOver: () => boolean) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Does work again and again, with a pause after each turn; a turn that fails is told and does not end it. */
export const repeat = ({ everyMs, work, onError }: Turn): Repeating => {
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  const turns = async (): Promise<void> => {
    while (!isOver()) {
      await setTimeout(everyMs, undefined, { signal: over.signal }).catch(() => {});
      if (!isOver()) await work(isOver).catch(onError);
    }
  };
  const ended = turns();
  return {
    stop: () => {
      over.abort();
      return ended;
    },
  };
};
