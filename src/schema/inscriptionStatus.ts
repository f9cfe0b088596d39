/** The 26 registration status values of the specification, section 4. */
export const inscriptionStatuses = [
  'started', 'pending_payment', 'paid', 'assign_number', 'url_created', 'pdf_created', 'coupon_applied', 'no_assign_number', 'category_updated',
  'cancelled', 'data_updated', 'merged', 'wallet_refund', 'chargeback', 'change_event', 'number_updated', 'tshirt_updated', 'comment_updated',
  'payment_declined', 'tshirt_saved', 'distance_saved', 'wallet_removed', 'mail_sended', 'questions_saved', 'defrost_balance', 'distance_updated',
] as const;
export type InscriptionStatus = (typeof inscriptionStatuses)[number];

/** The lifecycle values that an inscription itself may hold, by what they mean for a seat. */
export const statusGroups = {
  hold: ['started', 'pending_payment', 'payment_declined'],
  active: ['paid', 'assign_number', 'no_assign_number'],
  disputed: ['chargeback'],
  closed: ['cancelled', 'wallet_refund', 'change_event', 'merged'],
} as const;

/** The same states as SQL, for partial indexes. */
export const activeSql = "status in ('paid', 'assign_number', 'no_assign_number')";
