import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import { homeZone } from '@/schema/homeZone';

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(customParseFormat);

const clockFormat = 'YYYY-MM-DDTHH:mm:ss';

/** What a clock in Mexico City shows at an instant, free of any zone so that no browser shifts it. */
export const wallClockOf = (instant: string): Dayjs => dayjs.utc(dayjs(instant).tz(homeZone).format(clockFormat));
/** The instant at which a clock in Mexico City shows this. */
export const instantOf = (clock: Dayjs): string => dayjs.tz(clock.format(clockFormat), homeZone).toISOString();
