/** The days that the use of an API key shows. */
export const mostDaysOfUse = 30;

/** The use of an API key in the last days, by days of the home time zone; calls that were refused or failed are errors. */
export interface KeyUse {
  /** Every day, the oldest first, also those without calls; `day` is an ISO date. */
  readonly days: readonly { readonly day: string; readonly calls: number; readonly errors: number }[];
  /** Errors by HTTP status, the most frequent first. */
  readonly errors: readonly { readonly status: number; readonly calls: number }[];
  /** The routes with the most calls, such as `GET /v2/event/events/:id`; with a GraphQL endpoint comes the root field. */
  readonly routes: readonly { readonly route: string; readonly calls: number; readonly errors: number }[];
  /** Calls that the rate limit refused. */
  readonly limited: number;
}
