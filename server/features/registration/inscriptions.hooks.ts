import { moments } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { events } from '@/resources/events/events';
import { fieldOf } from '@/schema';
import { defineHooks } from '../../kernel/defineHooks';
import { conflict, DomainError, invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import { mayBeHidden } from '../../api/list/search';
import type { Transaction } from '../../kernel/transaction';
import { queueLetter } from './queueLetter';
import { changeEvent } from './actions/changeEvent';
import { cancel, reactivate } from './actions/closing';
import {
  applyCoupon,
  closeChargeback,
  openChargeback,
  pay,
  removeWallet,
  requestPayment,
  reverseRefund,
  walletRefund,
} from './actions/money';
import { createEvidence, createPdf } from './actions/documents';
import { judgeNameEdit, updateName } from './actions/name';
import { arrangeNumbers, assignNumber, removeNumber, updateNumber } from './actions/numbers';
import { updateRace } from './actions/race';
import { judgeModel, updateTshirt } from './actions/shirts';
import { judgeWave, updateWave } from './actions/waves';
import { advance, noWay } from './advance';
import { begin } from './begin';
import { foreseeCoupon, foreseeNumbers, foreseeRace, foreseeReturn, foreseeSize, foreseeWallets, foreseeWave } from './foresee';
import { addLog } from '../log/log';
import { completeNew, copied, findAthlete, isPlaced, type Athlete } from './newInscription';
import { runEffects } from './runEffects';
import { settleImport } from './settleImport';
import { revokeSignatures } from '../waivers/waivers';
import { judgeEligibility } from './eligibility';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events);
/** What a waiver was signed with: another name or birth date is another signer. */
const signedWith = ['first_name', 'last_name', 'second_last_name', 'birth_date'] as const;
const obligatory = ['first_name', 'last_name', 'gender'] as const;

const athleteOf = async (tx: Transaction, id: unknown): Promise<Athlete> => {
  if (!Number.isSafeInteger(id)) throw invalid([{ path: 'web_userid', code: 'REQUIRED' }]);
  const athlete = await findAthlete(tx, Number(id));
  if (!athlete) throw invalid([{ path: 'web_userid', code: 'INVALID_REFERENCE' }]);
  return athlete;
};

const differs =
  (before: Row, values: Row) =>
  (name: string): boolean =>
    values[name] !== undefined && JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null);

/** After the freeze of an event its bibs and kits are being made: data of the athlete then takes the key of administrators. */
const judgeFreeze = async (tx: Transaction, before: Inscription, values: Row): Promise<void> => {
  const touched = copied.filter(differs(before, values));
  if (touched.length === 0 || tx.grants.keys['event-admin-inscription'] === 'edit') return;
  const frozen = await exists(tx, sql`from ${e} where ${e.eventid} = ${before.eventid} and ${e.changes_close_at} < now()`);
  if (frozen) throw new DomainError('FROZEN', { errors: touched.map((path) => ({ path, code: 'FROZEN' })) });
};

/** What is changed by hand of a registration: where its state admits it, before the freeze, and a name without its fee. */
const judgeEdit = async (tx: Transaction, before: Inscription, values: Row): Promise<void> => {
  if (!moments.data_updated.from?.includes(before.status)) throw noWay(before.status, 'data_updated');
  await judgeFreeze(tx, before, values);
  await judgeNameEdit(tx, before, values);
};

/** The log names every field that changed, and holds values only of those that every reader of the log may see. */
const logChanges = async (tx: Transaction, before: Inscription, values: Row): Promise<void> => {
  const names = Object.keys(inscriptions.fields).filter(differs(before, values));
  if (names.length === 0) return;
  const changes = names.map((field) =>
    mayBeHidden(fieldOf(inscriptions, field))
      ? { field }
      : { field, old: before[field as keyof Inscription] ?? null, new: values[field] ?? null },
  );
  await addLog(tx, before, { status: 'data_updated', changes });
  await runEffects(tx, { ...before, ...values }, { from: before.status, to: 'data_updated', effects: moments.data_updated.effects });
  const category = changes.filter(({ field }) => field === 'age_categoryid');
  if (category.length === 0 || !moments.category_updated.from?.includes(before.status)) return;
  await addLog(tx, before, {
    status: 'category_updated',
    changes: category,
    actor: names.includes('birth_date') || names.includes('gender') ? 'system' : undefined,
  });
};

/** The age category that follows from the athlete's data. */
const categoryOf = async (tx: Transaction, inscription: Inscription): Promise<Partial<Inscription>> =>
  (await runEffects(tx, inscription, { from: inscription.status, to: 'category_updated', effects: ['recategorize'] })).written;

/** An exception holds for the athlete that an administrator knew: others may not change age or branch under its cover. */
const isExcepted = (tx: Transaction, { eligibility_reason }: Inscription): boolean =>
  Boolean(eligibility_reason) && tx.grants.keys['event-admin-inscription'] === 'edit';

/** What happens around an inscription that only the server knows. */
export const inscriptionsHooks = defineHooks(inscriptions, {
  beforeAccept: async ({ tx, body }) => {
    const missing = obligatory.filter((name) => body[name] == null);
    if (missing.length === 0) return;
    const athlete = await athleteOf(tx, body.web_userid);
    Object.assign(body, Object.fromEntries(missing.map((name) => [name, athlete[name]])));
  },
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'create' && isPlaced(values)) await completeNew(tx, values, await athleteOf(tx, values.web_userid));
    if (verb === 'edit' && before) await judgeEdit(tx, before, values);
  },
  fields: {
    registered_by_userid: { beforeWrite: ({ tx }) => tx.userid },
    exoneration_status: {
      follows: signedWith,
      beforeWrite: ({ before }) => (before?.exoneration_status === 'signed' ? 'pending' : undefined),
    },
    age_categoryid: {
      follows: ['birth_date', 'gender'],
      beforeWrite: async ({ tx, before, record, changes }) =>
        before && !changes('age_categoryid') ? (await categoryOf(tx, record)).age_categoryid : undefined,
    },
    eligibility_reason: {
      follows: ['birth_date', 'gender'],
      validate: async ({ tx, before, record }) => {
        if (before && !isExcepted(tx, record)) await judgeEligibility(tx, record);
        return undefined;
      },
    },
    tshirt_modelid: {
      validate: async ({ tx, value, record }) => {
        if (value) await judgeModel(tx, record, value, 'tshirt_modelid');
        return undefined;
      },
    },
    waveid: {
      validate: async ({ tx, value, record }) => {
        if (value) await judgeWave(tx, record, value, 'waveid');
        return undefined;
      },
    },
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (before?.exoneration_status === 'signed' && values.exoneration_status === 'pending') await revokeSignatures(tx, id, 'data_updated');
    if (verb === 'edit' && before) await logChanges(tx, before, values);
  },
  create: async ({ tx, values }, insert) => {
    if (!isPlaced(values)) throw invalid([]);
    const id = await begin(tx, values, insert);
    await settleImport(tx, id);
    return id;
  },
  arrange: { assign_number: ({ tx, ids, input }) => arrangeNumbers(tx, ids, input.order) },
  foresee: {
    assign_number: foreseeNumbers,
    update_race: foreseeRace,
    update_tshirt: foreseeSize,
    update_wave: foreseeWave,
    apply_coupon: foreseeCoupon,
    request_payment: foreseeWallets,
    reactivate: foreseeReturn,
  },
  actions: {
    update_comment: async ({ tx, row, input }) => {
      const after = input.comment ?? null;
      if ((row.comment ?? null) === after) throw conflict('UNCHANGED');
      await advance(tx, row, 'comment_updated', { set: { comment: after } });
    },
    update_number: ({ tx, row, input }) => updateNumber(tx, row, input),
    update_name: ({ tx, row, input }) => updateName(tx, row, input),
    change_event: ({ tx, row, input }) => changeEvent(tx, row, input),
    update_race: ({ tx, row, input }) => updateRace(tx, row, input),
    update_tshirt: ({ tx, row, input }) => updateTshirt(tx, row, input),
    update_wave: ({ tx, row, input }) => updateWave(tx, row, input),
    send_mail: ({ tx, row }) => queueLetter(tx, row),
    create_pdf: ({ tx, row, input }) => createPdf(tx, row, input),
    create_evidence: ({ tx, row }) => createEvidence(tx, row),
    assign_number: ({ tx, row, input }) => assignNumber(tx, row, input),
    remove_number: ({ tx, row, input }) => removeNumber(tx, row, input),
    apply_coupon: ({ tx, row, input }) => applyCoupon(tx, row, input),
    request_payment: ({ tx, row, input }) => requestPayment(tx, row, input),
    pay: ({ tx, row, input }) => pay(tx, row, input),
    remove_wallet: ({ tx, row, input }) => removeWallet(tx, row, input),
    cancel: ({ tx, row, input }) => cancel(tx, row, input),
    wallet_refund: ({ tx, row, input }) => walletRefund(tx, row, input),
    reverse_refund: ({ tx, row, input }) => reverseRefund(tx, row, input),
    reactivate: ({ tx, row, input }) => reactivate(tx, row, input),
    open_chargeback: ({ tx, row, input }) => openChargeback(tx, row, input),
    close_chargeback: ({ tx, row, input }) => closeChargeback(tx, row, input),
  },
});
