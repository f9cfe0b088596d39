/** The loading states of the specification; the texts are in `common`, under `busy`. */
export const loadingStates = ['loading', 'saving', 'deleting', 'updating', 'searching'] as const;
export type LoadingState = (typeof loadingStates)[number];

/** Marks requests that nobody waits for yet. */
export const aheadMeta = { isAhead: true } as const;
export const isAhead = (meta: Readonly<Record<string, unknown>> | undefined): boolean => meta?.['isAhead'] === true;

const quiet = new WeakSet<object>();
/** Reads something again that is on screen already, because others changed it: nobody waits for it. */
export const readQuietly = async <T>(query: object, read: () => Promise<T>): Promise<T> => {
  quiet.add(query);
  try {
    return await read();
  } finally {
    quiet.delete(query);
  }
};
export const isQuiet = (query: object): boolean => quiet.has(query);
