import type { LiveProvider } from '@refinedev/core';
import type { Live } from './createLive';

const prefix = 'resources/';

/**
 * Changes of rows as refine's hooks and plugins subscribe to them. Lists and records of the product are read again by `useLive` at once,
 * so nothing here reads.
 */
export const createLiveProvider = (live: Live): LiveProvider => ({
  subscribe: ({ channel, callback, params }) => {
    const resource = channel.startsWith(prefix) ? channel.slice(prefix.length) : channel;
    const wanted = params?.ids?.map(Number);
    return live.subscribe(({ rows }) => {
      for (const { resource: name, ids, eventids } of rows ?? [{ resource, ids: undefined, eventids: undefined }]) {
        const isWanted = name === resource && (!ids || !wanted?.length || ids.some((id) => wanted.includes(id)));
        if (isWanted)
          callback({
            channel,
            type: '*',
            date: new Date(),
            payload: { ...(ids && { ids: [...ids] }), ...(eventids && { eventids: [...eventids] }) },
          });
      }
    });
  },
  unsubscribe: (stop: () => void) => stop(),
});
