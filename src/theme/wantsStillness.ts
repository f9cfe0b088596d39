/** Whether the person's system asks for reduced motion. */
export const wantsStillness = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
