/** Names of a record by language. */
interface Names {
  readonly es: string;
  readonly en?: string | null | undefined;
}

/** How the registrations of one edition added up, by the days that were left to its start. */
export interface EditionPace {
  readonly eventid: number;
  readonly name: Names;
  readonly start_at: string;
  /** Days from today to its start; 0 once it has come. */
  readonly days_to_go: number;
  /** Days to go and how many hold a place by then, the first day first. */
  readonly points: readonly (readonly [days_to_go: number, sold: number])[];
}
/** An edition and the one before it, where there is one that the person may see. */
export interface Pace {
  readonly current: EditionPace;
  readonly previous: EditionPace | null;
}

/** How many an edition had when that many days were left. */
export const soldBy = ({ points }: Pick<EditionPace, 'points'>, daysToGo: number): number =>
  points.findLast(([days]) => days >= daysToGo)?.[1] ?? 0;
