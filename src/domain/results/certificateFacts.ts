/** What a certificate says of its owner, as it was when it was issued. Times are milliseconds, places whole numbers. */
export interface CertificateFacts {
  readonly name: string;
  readonly number: number | null;
  readonly event: { readonly es: string; readonly en?: string | undefined };
  readonly distance: string;
  readonly start_at: string;
  readonly timezone: string;
  readonly status: string;
  readonly age_category: string | null;
  readonly gender: string | null;
  readonly chip_time_ms: number | null;
  readonly gun_time_ms: number | null;
  readonly pace_s: number | null;
  readonly place_overall: number | null;
  readonly place_gender: number | null;
  readonly place_category: number | null;
}

/** The facts as one text, the same whenever they are the same. */
export const factsText = (facts: CertificateFacts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1))));
