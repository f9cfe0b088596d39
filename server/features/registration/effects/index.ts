import type { Effect } from '@/domain/registration/lifecycle';
import type { EffectBody } from '../Change';
import { freeBib, takeBib } from './bibs';
import { recategorize } from './categories';
import { reserveCoupon, returnCoupon, useCoupon } from './coupons';
import { issueDocument, reissueProof, retireProof } from './documents';
import { clearExpiry, setExpiry } from './expiry';
import { tellDeclined } from './letters';
import { declinePayment, openDispute, openPayment, settlePayment, voidPayment } from './payments';
import { applyPromotion } from './promotions';
import { reprice } from './price';
import { killQr, renewQr } from './qr';
import { releaseSize, reserveSize } from './shirts';
import { takeOffer } from './waitlist';
import { captureWallet, creditWallet, freezeWallet, releaseWallet } from './wallet';

/** The body of every effect of the lifecycle. */
export const effects: Readonly<Record<Effect, EffectBody>> = {
  set_expiry: setExpiry,
  clear_expiry: clearExpiry,
  reprice,
  recategorize,
  reserve_size: reserveSize,
  release_size: releaseSize,
  reserve_coupon: reserveCoupon,
  use_coupon: useCoupon,
  return_coupon: returnCoupon,
  apply_promotion: applyPromotion,
  freeze_wallet: freezeWallet,
  release_wallet: releaseWallet,
  capture_wallet: captureWallet,
  credit_wallet: creditWallet,
  open_payment: openPayment,
  settle_payment: settlePayment,
  decline_payment: declinePayment,
  void_payment: voidPayment,
  open_dispute: openDispute,
  take_bib: takeBib,
  free_bib: freeBib,
  kill_qr: killQr,
  renew_qr: renewQr,
  take_offer: takeOffer,
  tell_declined: tellDeclined,
  issue_document: issueDocument,
  reissue_proof: reissueProof,
  retire_proof: retireProof,
};
