import { invalid } from '../../kernel/DomainError';
import { nextTime } from '../../jobs/schedule';

/** Files that are made more often than this are read by nobody. */
const fewestMinutes = 15;
const minuteMs = 60_000;

const isZone = (timezone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const nextOrNever = (cron: string, timezone: string, after: Date): Date => {
  try {
    return nextTime(cron, timezone, after);
  } catch {
    throw invalid([{ path: 'cron', code: 'INVALID_VALUE' }]);
  }
};

/** The next time of a schedule by the clock of its zone; refuses one that never comes, or too often. */
export const nextRun = (cron: string, timezone: string, after = new Date()): Date => {
  if (!isZone(timezone)) throw invalid([{ path: 'timezone', code: 'INVALID_VALUE' }]);
  const next = nextOrNever(cron, timezone, after);
  const then = nextOrNever(cron, timezone, next);
  if (then.getTime() - next.getTime() < fewestMinutes * minuteMs)
    throw invalid([{ path: 'cron', code: 'SCHEDULE_TOO_OFTEN', params: { minutes: fewestMinutes } }]);
  return next;
};
