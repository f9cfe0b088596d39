import { fieldOf } from '@/schema';
import { moments, type Lifecycle } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
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
import { completeNew, copied, findAthlete } from './newInscription';
import { runEffects } from './runEffects';
import { settleImport } from './settleImport';
import { revokeSignatures } from '../waivers/waivers';
import { judgeEligibility } from './eligibility';

/** What a waiver was signed with: another name or birth date is another signer. */
const signedWith = ['first_name', 'last_name', 'second_last_name', 'birth_date'] as const;
const obligatory = new Set<string>(['first_name', 'last_name', 'gender']);

const athleteOf = async (tx: Transaction, id: unknown): Promise<Row> => {
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
const judgeFreeze = async (tx: Transaction, before: Row, values: Row): Promise<void> => {
  const touched = copied.filter(differs(before, values));
  if (touched.length === 0 || tx.grants.keys['event-admin-inscription'] === 'edit') return;
  const frozen = await tx.run('select 1 from events where eventid = $1 and changes_close_at < now()', [before['eventid']]);
  if (frozen.length > 0) throw new DomainError('FROZEN', { errors: touched.map((path) => ({ path, code: 'FROZEN' })) });
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
  await runEffects(
    tx,
    { ...before, ...values },
    { from: before.status as Lifecycle, to: 'data_updated', effects: moments.data_updated.effects },
  );
  const category = changes.filter(({ field }) => field === 'age_categoryid');
  if (category.length === 0 || !moments.category_updated.from?.includes(before.status as Lifecycle)) return;
  await addLog(tx, before, {
    status: 'category_updated',
    changes: category,
    actor: names.includes('birth_date') || names.includes('gender') ? 'system' : undefined,
  });
};

/** The age category that follows from the athlete's data. */
const categoryOf = async (tx: Transaction, inscription: Inscription): Promise<Partial<Inscription>> =>
  (await runEffects(tx, inscription, { from: inscription.status as Lifecycle, to: 'category_updated', effects: ['recategorize'] })).written;

/** An exception holds for the athlete that an administrator knew: others may not change age or branch under its cover. */
const isExcepted = (tx: Transaction, { eligibility_reason }: Row): boolean =>
  Boolean(eligibility_reason) && tx.grants.keys['event-admin-inscription'] === 'edit';

/** What happens around an inscription that only the server knows. */
export const inscriptionsHooks = defineHooks(inscriptions, {
  beforeAccept: async ({ tx, body }) => {
    const missing = [...obligatory].filter((name) => body[name] == null);
    if (missing.length === 0) return;
    const athlete = await athleteOf(tx, body['web_userid']);
    for (const name of missing) body[name] = athlete[name];
  },
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'edit' && before) {
      const stored = before as unknown as Inscription;
      if (!moments.data_updated.from!.includes(stored.status as Lifecycle)) throw noWay(stored.status as Lifecycle, 'data_updated');
      await judgeFreeze(tx, before, values);
      await judgeNameEdit(tx, stored, values);
      if (before['exoneration_status'] === 'signed' && signedWith.some(differs(before, values))) values['exoneration_status'] = 'pending';
      const isOther = ['birth_date', 'gender'].some(differs(before, values));
      const after = { ...before, ...values };
      if ((isOther || differs(before, values)('eligibility_reason')) && !isExcepted(tx, after)) await judgeEligibility(tx, after);
      if (isOther && !differs(before, values)('age_categoryid')) Object.assign(values, await categoryOf(tx, { ...stored, ...values }));
    }
    if (verb !== 'create') return;
    const athlete = await athleteOf(tx, values['web_userid']);
    await completeNew(tx, values, athlete);
    values['registered_by_userid'] = tx.userid;
    if (values['tshirt_modelid'])
      await judgeModel(tx, values as unknown as Inscription, Number(values['tshirt_modelid']), 'tshirt_modelid');
    if (values['waveid']) await judgeWave(tx, values as unknown as Inscription, Number(values['waveid']), 'waveid');
  },
  afterWrite: async ({ tx, verb, id, before, values }) => {
    if (before?.['exoneration_status'] === 'signed' && values['exoneration_status'] === 'pending')
      await revokeSignatures(tx, id, 'data_updated');
    if (verb === 'edit' && before) await logChanges(tx, before as unknown as Inscription, values);
  },
  create: async ({ tx, values }, insert) => {
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
