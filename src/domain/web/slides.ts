/** The period in which something is shown; open at the ends that are absent. */
export interface Schedule {
  readonly starts_at?: string | null | undefined;
  readonly ends_at?: string | null | undefined;
}
/** Where an instant stands in a period. */
export type Showing = 'early' | 'shown' | 'over';

/** Whether a slide is shown now or will be. */
export const isToCome = ({ ends_at }: Schedule, at: number): boolean => !ends_at || at < Date.parse(ends_at);

/** Whether something is shown at an instant; its end is no longer a part of it. */
export const showingAt = (schedule: Schedule, at: number): Showing =>
  !isToCome(schedule, at) ? 'over' : schedule.starts_at && at < Date.parse(schedule.starts_at) ? 'early' : 'shown';
