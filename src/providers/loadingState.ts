/** What the product may be busy with, as the specification names it; the words are in `common`, under `busy`. */
export const loadingStates = ['loading', 'saving', 'deleting', 'updating', 'searching'] as const;
export type LoadingState = (typeof loadingStates)[number];
