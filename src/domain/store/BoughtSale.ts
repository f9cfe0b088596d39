/** A sale as a desk sees it. */
export interface BoughtSale {
  readonly saleid: number;
  readonly code: string;
  readonly status: string;
  readonly handed_at: string | null;
  readonly lines: readonly { readonly name: Readonly<Record<string, string>>; readonly qty: number }[];
}
