import { late } from '@/frame/late';

/** The dialog of a run, loaded when one is opened: pages that only mention runs open without it. */
export const LateRunDialog = late(async () => ({ default: (await import('./RunDialog')).RunDialog }));
