import type { MetaQuery } from '@refinedev/core';

/** The signal that cancels a request. Refine 5 puts it directly into `meta`, despite its type; our own callers may pass `queryContext`. */
export const signalOf = (meta: MetaQuery | undefined): AbortSignal | undefined => {
  const signal: unknown = meta?.['signal'];
  return signal instanceof AbortSignal ? signal : meta?.queryContext?.signal;
};
