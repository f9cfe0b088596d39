/** Codes of what happens at the desks and stores where kits are handed out, and of benefits. */
export const raceDayCodes = {
  WAIVER_PENDING: 409,
  AFFILIATION_MISSING: 409,
  SANCTIONED: 409,
  GUARDIAN_RECEIVES: 409,
  LETTER_REQUIRED: 400,
  OVERRIDE_NOT_ALLOWED: 403,
  PIECE_UNKNOWN: 400,
  PIECE_HANDED: 409,
  NO_PIECE_LEFT: 409,
  CODE_UNREADABLE: 400,
  TOO_MANY_CODES: 400,
  PICKUP_EXISTS: 409,
  PICKUP_BATCH_SENT: 409,
} as const;
