/**
 * How many times longer the limits of tests are, as `.ci/run` sets it. A limit ends what hangs and judges no speed, and a machine that others
 * use as well takes up to three times as long.
 */
export const patience = Number(process.env['TEST_PATIENCE'] ?? 1);
/** For the few tests that start processes of their own or write a whole database; every other test has the limit of vitest.config.ts. */
export const longer = { timeout: 120_000 * patience } as const;
/** For random tests that go through a thousand operations, or through an hour of them in `npm run test:long`. */
export const random = { timeout: process.env['TEST_LONG'] === '1' ? 1_800_000 : 180_000 * patience } as const;
/** A server that starts, or that hears of another one, while a poll waits. */
export const startingMs = 20_000 * patience;
