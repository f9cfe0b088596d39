import { tmpdir } from 'node:os';

/** Where data that takes long to make is kept from one run to the next, named by the digest of what it is made of. */
export const cacheFolder = (): string => process.env['DORSAL_TEST_CACHE'] ?? tmpdir();
