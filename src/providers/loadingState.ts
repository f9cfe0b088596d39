/** The loading states of the specification; the texts are in `common`, under `busy`. */
export const loadingStates = ['loading', 'saving', 'deleting', 'updating', 'searching'] as const;
export type LoadingState = (typeof loadingStates)[number];

/** Marks requests that nobody waits for yet. */
export const aheadMeta = { isAhead: true } as const;
export const isAhead = (meta: Readonly<Record<string, unknown>> | undefined): boolean => meta?.['isAhead'] === true;
