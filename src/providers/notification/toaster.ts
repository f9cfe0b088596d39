import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { createStore } from '../../state/createStore';

/** Shows toasts once it is on the page. */
export interface Toasts {
  readonly open: (toast: Omit<OpenNotificationParams, 'type'> & { readonly type?: OpenNotificationParams['type'] | ToastType }) => void;
  readonly close: (key: string) => void;
}
export const toastTypes = ['info', 'success', 'warning', 'error', 'default'] as const;
export type ToastType = (typeof toastTypes)[number];

let toasts: Toasts | null = null;
const waiting: ((ready: Toasts) => void)[] = [];
/** Whether any toast was requested: the toast area loads with the first one. */
export const toasterWanted = createStore(false);

/** Registers the toast area once it is on the page. */
export const toasterReady = (ready: Toasts): void => {
  toasts = ready;
  waiting.splice(0).forEach((say) => say(ready));
};
const whenReady = (say: (ready: Toasts) => void): void => {
  if (toasts) return say(toasts);
  waiting.push(say);
  toasterWanted.set(true);
};

/** Shows a toast. The default one has no colour and no icon. */
export const toast = (type: ToastType, message: string): void =>
  whenReady(({ open }) => open({ message, ...(type !== 'default' && { type }) }));

/** refine's notifications, shown by a toast area that loads when it is needed. */
export const notificationProvider: NotificationProvider = {
  open: (toast) => whenReady(({ open }) => open(toast)),
  close: (key) => whenReady(({ close }) => close(key)),
};
