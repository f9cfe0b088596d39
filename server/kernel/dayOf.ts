import { homeZone } from '@/schema/homeZone';
import { sql, type SQL } from './sql';

const zone = sql.raw(`'${homeZone}'`);
/** The calendar day of an instant in the home time zone. */
export const dayOf = (instant: SQL): SQL => sql`(${instant} at time zone ${zone})::date`;
/** The current day there. */
export const today: SQL = dayOf(sql`now()`);
