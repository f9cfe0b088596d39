/** What is missing before an event can be run, and what waits there; each has a place where it is done. */
export const eventTodos = [
  'closing',
  'refunds',
  'no_pool',
  'pool_empty',
  'without_number',
  'unsigned',
  'without_size',
  'shirts_low',
  'no_kit',
  'no_desk',
  'without_wave',
  'unpaid',
  'kits_pending',
  'no_results',
  'claims',
] as const;
export type EventTodo = (typeof eventTodos)[number];

/** The moments of an event that are still to come. */
export const eventMoments = ['opens', 'price', 'closes', 'changes', 'desk', 'race', 'start', 'end'] as const;
export type EventMoment = (typeof eventMoments)[number];

/** A distance as it sells. */
export interface SellingDistance {
  readonly distanceid: number;
  readonly name: string;
  readonly status: string;
  readonly capacity: number | null;
  readonly sold: number;
  readonly held: number;
  readonly waiting: number;
  /** The price of today for everybody, and until when. */
  readonly price_cents: number | null;
  readonly price_until: string | null;
}

/** What sold when; days are those of Mexico City. */
export interface EventSales {
  readonly today: number;
  readonly yesterday: number;
  readonly week: number;
  readonly week_before: number;
  /** What people paid today; null for those who see no money. */
  readonly today_cents: number | null;
  /** Each of the last days, the earliest first. */
  readonly days: readonly (readonly [day: string, sold: number])[];
}

/** The first thing at an event. */
export interface EventOverview {
  /** Null for people who see no registrations. */
  readonly sales: EventSales | null;
  readonly distances: readonly SellingDistance[];
  readonly todos: readonly { readonly name: EventTodo; readonly count: number }[];
  readonly dates: readonly { readonly name: EventMoment; readonly at: string; readonly of: string | null }[];
}
