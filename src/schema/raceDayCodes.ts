/** Codes of what happens at the desks where kits are handed out. */
export const raceDayCodes = {
  WAIVER_PENDING: 409,
  AFFILIATION_MISSING: 409,
  GUARDIAN_RECEIVES: 409,
  LETTER_REQUIRED: 400,
  OVERRIDE_NOT_ALLOWED: 403,
  PIECE_UNKNOWN: 400,
  PIECE_HANDED: 409,
  NO_PIECE_LEFT: 409,
} as const;
