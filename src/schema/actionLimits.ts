/** Most records that one request of an action changes, that one request rehearses, and that a run covers, with its rehearsal as a job. */
export const actionLimits = { request: 500, rehearsal: 60_000, run: 250_000 } as const;
