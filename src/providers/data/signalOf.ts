import type { MetaQuery } from '@refinedev/core';

/** The signal that cancels a request. Refine 5 lays it flat in `meta`, whatever its type says; `queryContext` is what callers of ours may pass. */
export const signalOf = (meta: MetaQuery | undefined): AbortSignal | undefined =>
  (meta?.['signal'] as AbortSignal | undefined) ?? meta?.queryContext?.signal;
