import { voucherOf } from './benefitDesk';
import type { Shown } from './deskState';
import { lookOf, voucherLooks, wordOf, type Look } from './looks';

/** What an answer shows: those of the voucher that was read, or of the person at the door. */
interface Answer {
  readonly look: Look;
  /** The key of its one word. */
  readonly word: string;
  /** The voucher that was read is not redeemed yet, so its sound is still to come. */
  readonly isOpen: boolean;
}
/** How the answer to a scan looks and what it says. */
export const answerOf = (shown: Shown): Answer => {
  const { verdict, refusal, input } = shown;
  if (refusal) return { look: lookOf('blocked', input.direction), word: 'scan.word.closed', isOpen: false };
  const voucher = voucherOf(shown);
  if (voucher) return { look: voucherLooks[voucher.is], word: `scan.word.${voucher.is}`, isOpen: voucher.is === 'open' };
  const result = verdict?.result ?? null;
  return { look: lookOf(result, input.direction), word: wordOf(result, input.direction), isOpen: false };
};
