const storageKey = 'nextauth.message';
const channelName = 'next-auth';

export type Trigger = 'getSession' | 'signout';

export interface Tabs {
  /** Notifies the other tabs that the session changed. */
  readonly tell: (trigger: Trigger) => void;
  readonly close: () => void;
}

const triggerOf = (message: unknown): Trigger | null => {
  if (typeof message !== 'object' || message === null || !('event' in message) || message.event !== 'session') return null;
  const data: unknown = 'data' in message ? message.data : null;
  return typeof data === 'object' && data !== null && 'trigger' in data && data.trigger === 'signout' ? 'signout' : 'getSession';
};

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

/** Sends and receives both dialects of other tabs: the storage event of the older client and the channel of the newer one. */
export const createTabs = (hear: (trigger: Trigger) => void): Tabs => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  const heard = (message: unknown): void => {
    const trigger = triggerOf(message);
    if (trigger) hear(trigger);
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKey) heard(parse(event.newValue));
  };
  if (channel) channel.onmessage = (event) => heard(event.data);
  globalThis.addEventListener?.('storage', onStorage);

  return {
    tell: (trigger) => {
      const message = { event: 'session', data: { trigger } };
      channel?.postMessage(message);
      try {
        // the extra mark makes two messages of one second differ, because only a changed value fires the event
        globalThis.localStorage?.setItem(
          storageKey,
          JSON.stringify({ ...message, timestamp: Math.floor(Date.now() / 1000), mark: Math.random() }),
        );
      } catch {
        /* storage may be forbidden; the channel is enough */
      }
    },
    close: () => {
      channel?.close();
      globalThis.removeEventListener?.('storage', onStorage);
    },
  };
};
