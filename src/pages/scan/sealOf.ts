import { validPass } from '@/state/passMark';
import type { Seal } from './deviceVault';
import { openedStore } from './openedStore';

/** What seals the copies of an event for its person; null without a pass of theirs that its PIN opened in this page. */
export const sealOf = (userid: number, eventid: number): Seal | null => {
  const mark = validPass();
  return mark?.userid === userid && mark.eventid === eventid ? openedStore.get() : null;
};
