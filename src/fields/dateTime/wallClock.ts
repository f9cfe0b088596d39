import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { homeZone } from '@/schema/homeZone';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(customParseFormat);

const clockFormat = 'YYYY-MM-DDTHH:mm:ss';

/** The local time in Mexico City at an instant, without a time zone so that no browser shifts it. */
export const wallClockOf = (instant: string): Dayjs => dayjs.utc(dayjs(instant).tz(homeZone).format(clockFormat));
/** The instant of a local time in Mexico City. */
export const instantOf = (clock: Dayjs): string => dayjs.tz(clock.format(clockFormat), homeZone).toISOString();
