/** What the product may be busy with, as the specification names it; the words are in `common`, under `busy`. */
export const loadingStates = ['loading', 'saving', 'deleting', 'updating', 'searching'] as const;
export type LoadingState = (typeof loadingStates)[number];

/** Marks who asks for something that nobody waits for yet. */
export const aheadMeta = { isAhead: true } as const;
export const isAhead = (meta: Readonly<Record<string, unknown>> | undefined): boolean => meta?.['isAhead'] === true;
