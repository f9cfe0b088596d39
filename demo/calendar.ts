/** The instants from which all demo dates are counted. */
export interface Calendar {
  /** Nothing in the past is later than this: the beginning of the current hour. */
  readonly now: number;
  /** Midnight of the current day in Mexico City. */
  readonly today: number;
}

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;
const mexicoOffset = 6 * hour; // Mexico has had no summer time since 2022

/** Counts from an instant, rounded so that every start on one day produces the same data. */
export const calendarOf = (instant: Date): Calendar => ({
  now: Math.floor(instant.getTime() / hour) * hour,
  today: Math.floor((instant.getTime() - mexicoOffset) / day) * day + mexicoOffset,
});

/** ISO text of an instant. */
export const iso = (instant: number): string => new Date(instant).toISOString();
/** The calendar day of an instant in Mexico City. */
export const dateOf = (instant: number): string => new Date(instant - mexicoOffset).toISOString().slice(0, 10);

/** Moves midnights far from today to the nearest Sunday, when races are held. */
export const nearestSunday = (midnight: number): number => {
  const weekday = new Date(midnight - mexicoOffset).getUTCDay();
  return midnight + (weekday <= 3 ? -weekday : 7 - weekday) * day;
};
