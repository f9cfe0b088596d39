import { homeZone } from '@/schema/homeZone';

/** The SQL of the calendar day of an instant where the product is at home. */
export const localDay = (instant: string): string => `(${instant} at time zone '${homeZone}')::date`;
/** The SQL of the running day there. */
export const todaySql = localDay('now()');
