/** For the few tests that start processes of their own or write a whole database; every other test has the limit of vitest.config.ts. */
export const longer = { timeout: 120_000 } as const;
