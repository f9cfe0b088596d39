/** Most records that one request of an action changes, and most that a run or a rehearsal takes. */
export const actionLimits = { request: 500, run: 60_000 } as const;
