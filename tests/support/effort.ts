const fixedSeed = 20_261_101;

/** Whether this is the run that looks for what is found only by chance: `npm run test:long`. */
export const isLong = process.env['TEST_LONG'] === '1';

/** What random tests are drawn from: fixed in the gate, new for each long run, which prints it; TEST_SEED repeats one. */
export const seed = Number(process.env['TEST_SEED'] ?? fixedSeed);

/** How much a random test tries: the first number in the gate, the second in a long run. */
export const effort = (gate: number, long: number): number => (isLong ? long : gate);
