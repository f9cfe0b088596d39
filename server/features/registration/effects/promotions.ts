import { conflict, problemAt } from '../../../kernel/DomainError';
import { Entangled } from '../../../kernel/group';
import { bearPromotion, keepPromotion, type Paying } from '../../promotions/bearPromotion';
import { taking } from '../../promotions/promotion_bins.hooks';
import { eachChange, type Change, type EffectBody } from '../Change';

/** Takes a promotion off the price: the full one is asked again. */
export const liftPromotion = ({ now, write }: Pick<Change, 'now' | 'write'>): void => {
  if (now.promotion_binid === null) return;
  write({ promotion_binid: null, promotion_discount_cents: 0, total_cents: now.total_cents + now.promotion_discount_cents });
};

const lower = ({ now, write, refuse }: Change, promotion_binid: number, promotion_discount_cents: number): void => {
  const total_cents = now.total_cents + now.promotion_discount_cents - promotion_discount_cents;
  if (now.wallet_cents > total_cents) refuse(conflict('WALLET_EXCEEDS'));
  else write({ promotion_binid, promotion_discount_cents, total_cents });
};

/**
 * Gives a registration the promotion of the card that is to pay it, and takes off the one that it had. Where no card is named, one
 * that comes back takes its use again, unless it never gave it up, as in a dispute.
 */
const applyOne = eachChange(async (tx, change) => {
  const { from, now, details, refuse } = change;
  const paying: Paying = now;
  if (details.bin === null) liftPromotion(change);
  if (typeof details.bin === 'string') {
    const borne = await bearPromotion(tx, details.bin, paying);
    if ('problem' in borne) {
      refuse(conflict(borne.problem, [problemAt('input.bin', borne.problem)]));
      return;
    }
    lower(change, borne.promotion.promotion_binid, borne.discount_cents);
    // Nothing would be charged to the card, so nobody could check it.
    const due = change.now.total_cents - change.now.wallet_cents - (details.wallet_cents ?? 0);
    if (due <= 0) refuse(conflict('PROMOTION_FREE', [problemAt('input.bin', 'PROMOTION_FREE')]));
  }
  if (details.bin === undefined && details.isBack && now.promotion_binid !== null && !taking.includes(from)) {
    const borne = await keepPromotion(tx, now.promotion_binid, paying);
    if ('problem' in borne) refuse(conflict(borne.problem, [problemAt('status', borne.problem)]));
  }
});
const isCounted = ({ now, details }: Change): boolean => typeof details.bin === 'string' || now.promotion_binid !== null;
/** The same for many: what one takes counts for those behind it. */
export const applyPromotion: EffectBody = async (tx, changes) => {
  const counted = changes.filter(isCounted);
  if (counted.length > 1) throw new Entangled();
  await applyOne(tx, counted);
};

/** Judges a promotion again for another price: it follows the price, or it is lifted where it does not fit any more. */
export const followPrice: EffectBody = async (tx, changes) => {
  const having = changes.filter(({ now }) => now.promotion_binid !== null);
  if (having.length > 1) throw new Entangled();
  for (const change of having) {
    const { now } = change;
    if (now.promotion_binid === null) continue;
    const borne = await keepPromotion(tx, now.promotion_binid, now);
    if ('problem' in borne) liftPromotion(change);
    else lower(change, now.promotion_binid, borne.discount_cents);
  }
};
