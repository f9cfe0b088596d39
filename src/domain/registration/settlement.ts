const whole = 10_000;

/** What a partner keeps of a sale: a share in basis points, rounded to the cent, half a cent up. */
export const commissionOf = (amount_cents: number, commission_bp: number): number =>
  Math.floor((amount_cents * commission_bp + whole / 2) / whole);

/** A sale in a settlement: as sold, or taken off again because the partner cancelled it after a former settlement. */
export interface SettledSale {
  readonly amount_cents: number;
  readonly commission_cents: number;
  readonly isDeduction: boolean;
}
/** The sums of a settlement, in cents: the partner pays `gross - deducted - commission`. */
export interface SettlementSums {
  readonly sales_count: number;
  readonly deducted_count: number;
  readonly gross_cents: number;
  readonly deducted_cents: number;
  readonly commission_cents: number;
}
/** Adds up a settlement. A sale that is taken off takes its commission off, too. */
export const sumsOf = (sales: readonly SettledSale[]): SettlementSums => {
  const [sold, deducted] = [sales.filter(({ isDeduction }) => !isDeduction), sales.filter(({ isDeduction }) => isDeduction)];
  const sum = (rows: readonly SettledSale[], name: 'amount_cents' | 'commission_cents'): number =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    sales_count: sold.length,
    deducted_count: deducted.length,
    gross_cents: sum(sold, 'amount_cents'),
    deducted_cents: sum(deducted, 'amount_cents'),
    commission_cents: sum(sold, 'commission_cents') - sum(deducted, 'commission_cents'),
  };
};
