/** An event that is ahead, or just behind, as the demo data of the public site names it. */
export interface Coming {
  readonly eventid: number;
  readonly name: { readonly es: string; readonly en?: string };
  readonly city: string;
  readonly start_at: Date | string;
}
