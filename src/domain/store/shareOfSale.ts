/** A sale, and the list price of those of its articles that are or will be returned. */
interface ReturnedShare {
  readonly total_cents: number;
  readonly gross_cents: number;
  readonly returned_cents: number;
}
/** What of the total goes back in all for returned articles, in whole cents: everything with the last one, however the cents fell before. */
export const shareOfSale = ({ total_cents, gross_cents, returned_cents }: ReturnedShare): number =>
  gross_cents === 0 || returned_cents >= gross_cents ? total_cents : Math.round((total_cents * returned_cents) / gross_cents);
