import { numberIn, partOf } from '@/schema/unknown';
import { createStore } from './createStore';

/** What everybody may know of the pass of this device, which lets a person work on it without a network. */
export interface PassMark {
  readonly userid: number;
  readonly eventid: number;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const key = 'dorsal.device-pass';
const read = (): PassMark | null => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    const [userid, eventid, expires] = ['userid', 'eventid', 'expires'].map((name) => numberIn(partOf(kept, name)));
    return userid != null && eventid != null && expires != null ? { userid, eventid, expires } : null;
  } catch {
    return null;
  }
};

/** The mark of the pass, or null. It is known without opening a database, so the first screen waits for nothing. */
export const passMarkStore = createStore<PassMark | null>(read());
/** The pass of this device as long as its time runs. */
export const validPass = (now = Date.now()): PassMark | null => {
  const mark = passMarkStore.get();
  return mark && mark.expires > now ? mark : null;
};
/** Remembers or forgets that there is a pass. */
export const markPass = (mark: PassMark | null): void => {
  try {
    if (mark) localStorage.setItem(key, JSON.stringify(mark));
    else localStorage.removeItem(key);
  } catch {
    // it is found as long as the page lives
  }
  passMarkStore.set(mark);
};
