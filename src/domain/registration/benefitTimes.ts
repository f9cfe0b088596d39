/** When a benefit can be redeemed; without an hour it has no such end. */
export interface BenefitTimes {
  readonly starts_at: string | null;
  readonly ends_at: string | null;
}

/** Why a benefit cannot be redeemed at an hour, with the same rule on the server and on a device without a connection. */
export const benefitClosedAt = ({ starts_at, ends_at }: BenefitTimes, at: string): 'BENEFIT_EARLY' | 'BENEFIT_LATE' | null => {
  const moment = Date.parse(at);
  if (starts_at !== null && Date.parse(starts_at) > moment) return 'BENEFIT_EARLY';
  return ends_at !== null && Date.parse(ends_at) < moment ? 'BENEFIT_LATE' : null;
};
