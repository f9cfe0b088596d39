/** An event in the near future or past, as the demo data of the public site names it. */
export interface Coming {
  readonly eventid: number;
  readonly name: { readonly es: string; readonly en?: string };
  readonly city: string;
  readonly start_at: Date | string;
}
