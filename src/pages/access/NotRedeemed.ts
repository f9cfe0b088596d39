import type { benefitCodes } from '@/schema/benefitCodes';
import type { EntryRefusal } from '../scan/waitingQueue';

/** Why a benefit is not handed over: the refusal of the server, or a published code that this device found by itself. */
export class NotRedeemed extends Error {
  override readonly name = 'NotRedeemed';
  readonly code: string;
  constructor(why: keyof typeof benefitCodes | EntryRefusal) {
    super(typeof why === 'string' ? why : why.message);
    this.code = typeof why === 'string' ? why : why.code;
  }
}
