/** Why a benefit is not handed over; the device at a door finds some of them by itself. */
export const benefitCodes = {
  BENEFIT_CLOSED: 409,
  BENEFIT_EARLY: 409,
  BENEFIT_LATE: 409,
  BENEFIT_OTHERS: 409,
  BENEFIT_REDEEMED: 409,
  BENEFIT_SENT: 409,
  BENEFIT_UNKEPT: 409,
} as const;

/** Whether a code is one of them. */
export const isBenefitCode = (code: string): code is keyof typeof benefitCodes => Object.hasOwn(benefitCodes, code);
