import type { NotificationProvider } from '@refinedev/core';
import { createStore } from '../createStore';

/** What shows toasts once it is on the page. */
export type Toasts = Required<Pick<NotificationProvider, 'open' | 'close'>>;

let toasts: Toasts | null = null;
const waiting: ((ready: Toasts) => void)[] = [];
/** Whether anything was ever said: the toast area loads with the first toast. */
export const toasterWanted = createStore(false);

/** The toast area announces that it is on the page. */
export const toasterReady = (ready: Toasts): void => {
  toasts = ready;
  waiting.splice(0).forEach((say) => say(ready));
};
const whenReady = (say: (ready: Toasts) => void): void => {
  if (toasts) return say(toasts);
  waiting.push(say);
  toasterWanted.set(true);
};

/** refine's notifications, shown by a toast area that loads when there is something to say. */
export const notificationProvider: NotificationProvider = {
  open: (toast) => whenReady(({ open }) => open(toast)),
  close: (key) => whenReady(({ close }) => close(key)),
};
