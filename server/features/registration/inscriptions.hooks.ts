import { moments } from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { events } from '@/resources/events/events';
import { fieldOf } from '@/schema';
import { defineHooks, type Hooks, type NewRecord } from '../../kernel/defineHooks';
import { together } from '../../kernel/group';
import { conflict, DomainError, invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import { mayBeHidden } from '../../api/list/search';
import type { Transaction } from '../../kernel/transaction';
import { assignPickup, foreseePickup } from '../pickups/assignPickup';
import { foreseeMailing, writeMailing } from './mailing/writeMailing';
import { queueLetters } from './queueLetters';
import { changeEvent } from './actions/changeEvent';
import { cancel, reactivate } from './actions/closing';
import { closeWithEvent, returnWithEvent, tellPostponed, tellRaceCall } from './actions/withEvent';
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
import { updateTags } from './actions/tags';
import { judgeWave, updateWave } from './actions/waves';
import { advanceGroup, noWay } from './advance';
import { beginAll } from './begin';
import { foreseeCancel, foreseeRefund } from './foresee/closing';
import { foreseeCoupon } from './foresee/coupon';
import { foreseePay, foreseeRequest } from './foresee/money';
import { foreseeNumbers } from './foresee/numbers';
import { foreseeRace } from './foresee/race';
import { foreseeReturn } from './foresee/returns';
import { foreseeSize } from './foresee/shirts';
import { foreseeWave } from './foresee/waves';
import { addLog } from '../log/log';
import { isFoundAthlete } from './foundAthletes';
import { quote } from './quote';
import { register } from './register';
import { saveAnswers } from './saveAnswers';
import { completeAllNew, copied, findAthletes, isPlaced, type Athlete } from './newInscription';
import { importInscriptions } from './importInscriptions';
import { runEffects } from './runEffects';
import { saleOf } from './forSale';
import { settleImports } from './settleImports';
import { remindWaiver, signLink } from '../signing/linkActions';
import { revokeSignatures } from '../waivers/waivers';
import { judgeEligibility } from './eligibility';
import { columnsOf } from '../../kernel/columnsOf';
import { importingOf } from '../../kernel/importing';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events);
/** The fields that a waiver was signed with: another name or birth date is another signer. */
const signedWith = ['first_name', 'last_name', 'second_last_name', 'birth_date'] as const;
const obligatory = ['first_name', 'last_name', 'gender'] as const;

type New = NewRecord<typeof inscriptions>;
/** The athletes of new registrations; refuses those who name none. */
const athletesOf = async (tx: Transaction, records: readonly New[]): Promise<readonly (readonly [record: New, athlete: Athlete])[]> => {
  const named = records.flatMap((record) => (Number.isSafeInteger(record.values.web_userid) ? [Number(record.values.web_userid)] : []));
  // No policy lets an organizer read all athletes; those whom the server found itself are registered all the same.
  const isFound = (id: number): boolean => importingOf(tx) !== undefined || isFoundAthlete(tx, id);
  const found = named.filter(isFound);
  const known = found.length === 0 ? new Map<number, Athlete>() : await tx.asOwner(() => findAthletes(tx, found));
  const seen = await findAthletes(
    tx,
    named.filter((id) => !isFound(id)),
  );
  return records.flatMap((record) => {
    const id = record.values.web_userid;
    if (!Number.isSafeInteger(id)) {
      record.refuse(invalid([{ path: 'web_userid', code: 'REQUIRED' }]));
      return [];
    }
    const athlete = known.get(Number(id)) ?? seen.get(Number(id));
    if (!athlete) record.refuse(invalid([{ path: 'web_userid', code: 'INVALID_REFERENCE' }]));
    return athlete ? [[record, athlete] as const] : [];
  });
};

const differs =
  (before: Row, values: Row) =>
  (name: string): boolean =>
    values[name] !== undefined && JSON.stringify(values[name] ?? null) !== JSON.stringify(before[name] ?? null);

/** After the freeze of an event its bibs and kits are being made: only administrators may then change data of the athlete. */
const judgeFreeze = async (tx: Transaction, before: Inscription, values: Row): Promise<void> => {
  const touched = copied.filter(differs(before, values));
  if (touched.length === 0 || tx.grants.keys['event-admin-inscription'] === 'edit') return;
  const frozen = await exists(tx, sql`from ${e} where ${e.eventid} = ${before.eventid} and ${e.changes_close_at} < now()`);
  if (frozen) throw new DomainError('FROZEN', { errors: touched.map((path) => ({ path, code: 'FROZEN' })) });
};

/** What people may edit in a registration: as its state allows, before the freeze, and a name only when that costs nothing. */
const judgeEdit = async (tx: Transaction, before: Inscription, values: Row): Promise<void> => {
  if (!moments.data_updated.from?.includes(before.status)) throw noWay(before.status, 'data_updated');
  await judgeFreeze(tx, before, values);
  await judgeNameEdit(tx, before, values);
};

/** The log names every changed field, with values only of those that every reader of the log may see. */
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

/** The age category from the athlete's data. */
const categoryOf = async (tx: Transaction, inscription: Inscription): Promise<Partial<Inscription>> =>
  (await runEffects(tx, inscription, { from: inscription.status, to: 'category_updated', effects: ['recategorize'] })).written;

/** An exception was granted for one athlete: other people may not change age or branch of that registration. */
const isExcepted = (tx: Transaction, { eligibility_reason }: Inscription): boolean =>
  Boolean(eligibility_reason) && tx.grants.keys['event-admin-inscription'] === 'edit';

/** The server's rules for an inscription. */
export const inscriptionsHooks: Hooks = defineHooks(inscriptions, {
  imports: importInscriptions,
  beforeAcceptAll: async (tx, records) => {
    const lacking = records.filter(({ values }) => obligatory.some((name) => values[name] == null));
    for (const [{ values }, athlete] of await athletesOf(tx, lacking))
      Object.assign(values, Object.fromEntries(obligatory.filter((name) => values[name] == null).map((name) => [name, athlete[name]])));
  },
  beforeCreateAll: async (tx, records) => {
    for (const { values } of records) {
      values.import_jobid = importingOf(tx)?.import_jobid ?? null;
      values.external_inscriptionid = saleOf(tx);
    }
    const placed = await athletesOf(
      tx,
      records.filter(({ values }) => isPlaced(values)),
    );
    await completeAllNew(
      tx,
      placed.flatMap(([{ values, refuse }, athlete]) => (isPlaced(values) ? [{ values, refuse, athlete }] : [])),
    );
  },
  beforeWrite: async ({ tx, verb, before, values }) => {
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
  createAll: async (tx, records, insert) => {
    const beginnings = records.flatMap(({ values, refuse }) => (isPlaced(values) ? [{ values, refuse }] : []));
    for (const { values, refuse } of records) if (!isPlaced(values)) refuse(invalid([]));
    const ids = await beginAll(tx, beginnings, insert);
    await settleImports(
      tx,
      ids.flatMap((id) => id ?? []),
    );
    const made = new Map<unknown, number | null>(beginnings.map(({ values }, at) => [values, ids[at] ?? null]));
    return records.map(({ values }) => made.get(values) ?? null);
  },
  arrange: { assign_number: ({ tx, ids, input }) => arrangeNumbers(tx, ids, input.order) },
  foresee: {
    assign_number: foreseeNumbers,
    update_race: foreseeRace,
    update_tshirt: foreseeSize,
    update_wave: foreseeWave,
    apply_coupon: foreseeCoupon,
    request_payment: foreseeRequest,
    pay: foreseePay,
    cancel: foreseeCancel,
    wallet_refund: foreseeRefund,
    reactivate: foreseeReturn,
    write_mail: foreseeMailing,
    assign_pickup: foreseePickup,
  },
  actions: {
    register: ({ tx, input }) => register(tx, input, inscriptionsHooks),
    quote: ({ tx, input }) => quote(tx, input),
    save_answers: async ({ tx, row, input }) => {
      if ((await saveAnswers(tx, row, input.answers ?? [])) === 0) throw conflict('UNCHANGED');
    },
    update_comment: together(async (group, { comment = null }) => {
      group.refuseWhere((row) => ((row.comment ?? null) === comment ? conflict('UNCHANGED') : null));
      await advanceGroup(group, () => ({ to: 'comment_updated', details: { set: { comment } } }));
    }),
    update_number: ({ tx, row, input }) => updateNumber(tx, row, input),
    update_name: ({ tx, row, input }) => updateName(tx, row, input),
    change_event: ({ tx, row, input }) => changeEvent(tx, row, input),
    update_race: together(updateRace),
    update_tshirt: together(updateTshirt),
    update_wave: together(updateWave),
    update_tags: together(updateTags),
    send_mail: together(queueLetters),
    write_mail: together(writeMailing),
    assign_pickup: together(assignPickup),
    sign_link: ({ tx, row }) => signLink(tx, row),
    remind_waiver: together(remindWaiver),
    create_pdf: together(createPdf),
    create_evidence: ({ tx, row }) => createEvidence(tx, row),
    assign_number: together(assignNumber),
    remove_number: together(removeNumber),
    apply_coupon: together(applyCoupon),
    request_payment: together(requestPayment),
    pay: together(pay),
    remove_wallet: together(removeWallet),
    cancel: together(cancel),
    wallet_refund: together(walletRefund),
    reverse_refund: ({ tx, row, input }) => reverseRefund(tx, row, input),
    reactivate: together(reactivate),
    close_with_event: together(closeWithEvent),
    return_with_event: together(returnWithEvent),
    tell_postponed: together(tellPostponed),
    tell_race_call: together(tellRaceCall),
    open_chargeback: ({ tx, row, input }) => openChargeback(tx, row, input),
    close_chargeback: ({ tx, row, input }) => closeChargeback(tx, row, input),
  },
});
