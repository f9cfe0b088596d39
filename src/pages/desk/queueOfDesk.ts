import { createWaitingQueue, type WaitingQueue } from '../scan/waitingQueue';

let queue: WaitingQueue | undefined;
/** The queue of this device; every page of the tab shares it. */
export const queueOfDesk = (): WaitingQueue => (queue ??= createWaitingQueue());
