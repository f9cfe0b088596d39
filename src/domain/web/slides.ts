/** The period in which something is shown; an absent end is open. */
export interface Schedule {
  readonly starts_at?: string | null | undefined;
  readonly ends_at?: string | null | undefined;
}
/** The position of an instant relative to a period. */
export type Showing = 'early' | 'shown' | 'over';

/** Whether a slide is shown now or later. */
export const isToCome = ({ ends_at }: Schedule, at: number): boolean => !ends_at || at < Date.parse(ends_at);

/** Whether something is shown at an instant; the end itself is excluded. */
export const showingAt = (schedule: Schedule, at: number): Showing =>
  !isToCome(schedule, at) ? 'over' : schedule.starts_at && at < Date.parse(schedule.starts_at) ? 'early' : 'shown';
