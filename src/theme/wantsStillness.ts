/** Whether the person asked their system for pages that do not move. */
export const wantsStillness = (): boolean => globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
