const dayMs = 86_400_000;
/** Days after the first failure on which a charge is tried again. After the last one the subscription ends. */
export const retryDays = [1, 3, 5, 7] as const;
/** Days before a charge on which its letter leaves. */
export const noticeDays = 3;

/** When a charge that has just failed is tried again; null when that was the last attempt. Attempts in between, by hand, change nothing. */
export const retryAt = (firstFailure: Date, failedAt: Date): Date | null => {
  const days = retryDays.find((each) => firstFailure.getTime() + each * dayMs > failedAt.getTime());
  return days === undefined ? null : new Date(firstFailure.getTime() + days * dayMs);
};

/** The bank will not pay with this card again, so it is no longer asked. */
const cardsGone: ReadonlySet<string> = new Set(['expired_card', 'lost_card', 'stolen_card', 'card_closed', 'card_unknown']);
export const isCardGone = (decline_code: string | null): boolean => decline_code !== null && cardsGone.has(decline_code);
/** Why there was nothing to charge: no card is stored. */
export const noCard = 'no_card';
