import { Cron } from 'croner';
import type { Schedule } from './Queue';
import type { Planned } from './store';

/** The first time of a cron expression after a moment, in its time zone, with daylight saving. */
export const nextTime = (cron: string, timezone: string, after: Date): Date => {
  const next = new Cron(cron, { timezone }).nextRun(after);
  if (!next) throw new Error(`the schedule ${cron} never comes`);
  return next;
};

const secondMs = 1000;
/** When the server's own work runs again after a moment. */
export const nextOf = (schedule: Schedule, after: Date): string =>
  ('cron' in schedule
    ? nextTime(schedule.cron, schedule.timezone, after)
    : new Date(after.getTime() + schedule.everySeconds * secondMs)
  ).toISOString();

/** A schedule as its row stores it. */
export const columnsOfSchedule = (schedule: Schedule): Pick<Planned, 'everySeconds' | 'cron' | 'timezone'> =>
  'cron' in schedule
    ? { everySeconds: null, cron: schedule.cron, timezone: schedule.timezone }
    : { everySeconds: schedule.everySeconds, cron: null, timezone: null };
