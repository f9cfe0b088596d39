import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { isAmong } from '@/domain/registration/lifecycle';
import type { Registered } from '@/domain/registration/registering';
import { personInputs, type counterActions } from '@/resources/inscriptions/counterActions';
import type { InputOf } from '@/schema';
import { can } from '@/schema/project/access';
import { createRecord } from '../../api/write/createRecords';
import type { Hooks } from '../../kernel/defineHooks';
import { forbidden, invalid, problemAt } from '../../kernel/DomainError';
import { pick } from '../../kernel/select';
import type { Transaction } from '../../kernel/transaction';
import { layDown } from '../letters/layDown';
import { couponByCode } from './couponByCode';
import { applyCoupon, pay, requestPayment } from './actions/money';
import { findOrMake, onFields, sendProof, step, storedInscription, type PathOf } from './enrol';
import { saveAnswers } from './saveAnswers';

type Input = InputOf<typeof counterActions.register.input>;

/** What is said of the person, without what was left empty. */
const personOf = (input: Input): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    personInputs.flatMap((name) => {
      const value = input[name];
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );

const ownPaths: Readonly<Record<string, string>> = { couponid: 'coupon' };
/** Refusals are shown on the fields of the form. */
const onForm: PathOf = (path) => (path.startsWith('input.') ? path : `input.${ownPaths[path] ?? path}`);

const create = async (tx: Transaction, hooks: Hooks, input: Input, web_userid: number): Promise<number> => {
  const { eventid, distanceid, tshirt_modelid, waveid, est_time_s, eligibility_reason, payment } = input;
  const { curp: _, ...copied } = personOf(input);
  const own = { tshirt_modelid, waveid, est_time_s, eligibility_reason };
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value != null));
  const channel = payment === 'courtesy' ? 'courtesy' : 'backoffice';
  const values = { ...copied, ...given, eventid, distanceid, web_userid, channel };
  return createRecord(tx, inscriptions, hooks, values, { unseen: true, found: ['web_userid'] });
};

/** Money at the counter takes the key of the action that takes it. */
const judgeKeys = (tx: Transaction, { payment, coupon }: Input): void => {
  const needed = payment === 'later' ? null : payment === 'link' ? 'request_payment' : 'pay';
  if (needed && !can(tx.grants, needed, inscriptions)) throw forbidden([problemAt('input.payment', 'FORBIDDEN')]);
  if (coupon?.trim() && !can(tx.grants, 'apply_coupon', inscriptions)) throw forbidden([problemAt('input.coupon', 'FORBIDDEN')]);
};

const settle = async (tx: Transaction, id: number, { payment, reference, reason, bin }: Input): Promise<void> => {
  if (bin && payment !== 'link' && payment !== 'pos') throw invalid([problemAt('input.bin', 'PROMOTION_METHOD')]);
  if (payment === 'later') return;
  if (payment === 'courtesy' && !reason) throw invalid([problemAt('input.reason', 'REQUIRED')]);
  const isFree = (await storedInscription(tx, id)).total_cents === 0; // nothing to take is settled by the server itself
  if (payment === 'link' || isFree) await step(tx, id, requestPayment, { method: 'card', bin: isFree ? null : bin });
  else await step(tx, id, pay, { method: payment, reference, reason, bin });
};

/** Who is registered gets the proof; who still has to pay gets the way to do it. */
const tell = async (tx: Transaction, id: number, { payment, send_mail }: Input): Promise<boolean> => {
  const row = await storedInscription(tx, id);
  if (!row.email || !(send_mail || payment === 'link')) return false;
  if (isAmong('active', row.status)) await sendProof(tx, id);
  else await layDown(tx, row, 'payment_due');
  return true;
};

/** Registers somebody at the counter: athlete, registration, answers, coupon, payment and letter, all of it or nothing. */
export const register = async (tx: Transaction, input: Input, hooks: Hooks): Promise<Registered> => {
  judgeKeys(tx, input);
  return onFields(tx, onForm, async () => {
    const { id: web_userid, isKnown } = await findOrMake(tx, { ...input, person: personOf(input) }, onForm);
    const id = await create(tx, hooks, input, web_userid);
    await saveAnswers(tx, await storedInscription(tx, id), input.answers ?? [], { isNew: true });
    const couponid = await couponByCode(tx, input);
    if (couponid !== null) await step(tx, id, applyCoupon, { couponid });
    await settle(tx, id, input);
    const isWritten = await tell(tx, id, input);
    const row = await storedInscription(tx, id);
    return {
      ...pick(row, 'status', 'number', 'prefix', 'total_cents', 'expires_at', 'exoneration_status'),
      inscriptionid: id,
      folio: row.folio ?? '',
      name: row.name ?? '',
      balance_cents: row.balance_cents ?? 0,
      is_known: isKnown,
      is_written: isWritten,
    };
  });
};
