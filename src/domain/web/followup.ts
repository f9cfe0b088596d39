/** Counts of registrations: paid, being paid, and neither. */
interface Counts {
  readonly active: number;
  readonly hold: number;
  readonly out: number;
}
interface DistanceCounts extends Counts {
  readonly name: string;
  readonly capacity: number | null;
}

/** The progress of the athletes with an active registration. */
interface AthleteCounts {
  readonly numbered: number;
  readonly cleared: number;
  readonly delivered: number;
  readonly arrived: number;
}
interface ResultCounts {
  readonly name: string;
  readonly official: boolean;
  readonly finished: number;
  readonly dnf: number;
  readonly dns: number;
  readonly dq: number;
}

/** What the public page of a follow-up link shows: counts of one event. */
export interface Followup {
  readonly title: string;
  readonly event: {
    readonly name: Readonly<Record<string, string>>;
    readonly start_at: string;
    readonly city: string;
    readonly status: string;
  };
  readonly active: number;
  readonly statuses?: Counts;
  readonly capacity?: number | null;
  readonly distances?: readonly DistanceCounts[];
  readonly athletes?: AthleteCounts;
  readonly results?: readonly ResultCounts[];
  readonly delivery?: { readonly delivered: number; readonly partial: number; readonly pending: number };
}
