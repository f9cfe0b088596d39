import type { GroundChoice } from '@/theme/groundStore';

/** The drawing of each ground. */
export const groundGlyphs: Readonly<Record<GroundChoice, string>> = { light: 'sun', dark: 'moon', system: 'device' };
