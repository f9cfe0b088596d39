/** Names of a record by language. */
interface Names {
  readonly es: string;
  readonly en?: string | null | undefined;
}

/** How the registrations of one edition grew, by days left to its start. */
export interface EditionPace {
  readonly eventid: number;
  readonly name: Names;
  readonly start_at: string;
  /** Days from today to its start; 0 after it. */
  readonly days_to_go: number;
  /** Pairs of days left and number of registrations with a place, the earliest day first. */
  readonly points: readonly (readonly [days_to_go: number, sold: number])[];
}
/** An edition and the previous one, if there is one that the person may see. */
export interface Pace {
  readonly current: EditionPace;
  readonly previous: EditionPace | null;
}

/** The number of registrations of an edition when that many days were left. */
export const soldBy = ({ points }: Pick<EditionPace, 'points'>, daysToGo: number): number =>
  points.findLast(([days]) => days >= daysToGo)?.[1] ?? 0;
