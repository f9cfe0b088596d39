import * as f from '@/fields';
import { defineChoices, defineResource, type InferInput, type InferRow } from '@/schema';
import { before, keysOf, statusGroups } from '@/domain/registration/lifecycle';
import { sizes } from '@/domain/registration/sizes';
import { federated } from '@/schema/presets';
import { athletesKinds } from '@/domain/registration/documentKinds';
import { cardBin, counterActions, handed } from './counterActions';
import { inscriptionFields } from './inscriptionFields';
import { filledByFile, saidOfAthlete } from './inscriptionImports';
import { inscriptionIndexes } from './inscriptionIndexes';
import { inscriptionHeader, inscriptionList, inscriptionShow } from './inscriptionList';

const reason = f.text({ max: 300, required: true });
const counterMethods = defineChoices('counter_methods', ['cash', 'pos', 'external', 'wallet']);
const feeDecisions = defineChoices('fee_decisions', ['policy', 'waive']);
const fate = defineChoices('bib_fates', ['free', 'restricted', 'lost', 'damaged']);
const isRefunded = ({ refunded_cents }: { readonly refunded_cents: number }): boolean => refunded_cents > 0;
const signing = [...statusGroups.hold, ...statusGroups.active];
type Waived = { readonly exoneration_status: string | null };
const waiverSigned = ({ exoneration_status }: Waived): boolean => exoneration_status === 'signed';
const noWaiver = ({ exoneration_status }: Waived): boolean => exoneration_status === 'not_required';
/** People who pay elsewhere pay the price given there. */
const paymentOpen = ({ status }: { readonly status: string }): boolean => status === 'pending_payment';

/** One athlete's registration in one distance of an event, with the copy of the athlete's data at that time. */
export const inscriptions = defineResource('inscriptions', {
  service: 'inscription',
  singular: 'inscription',
  key: 'inscriptionid',
  permission: 'event-inscription',
  tenancy: { parent: 'eventid' },
  platform: 'EVENT',
  within: 'events',
  part: 'people',
  tab: 20,
  access: {
    list: ['event-inscription', federated],
    create: ['event-admin-inscription', 'event-import-inscriptions'],
    delete: [],
    register: ['event-admin-inscription', 'event-import-inscriptions'],
    quote: ['event-admin-inscription', 'event-import-inscriptions'],
    save_answers: keysOf('questions_saved'),
    update_comment: keysOf('comment_updated'),
    update_number: keysOf('number_updated'),
    update_name: ['event-inscription'], // people with only the key of administrators edit no athlete before the freeze
    update_race: keysOf('distance_updated'),
    change_event: keysOf('change_event'),
    update_tshirt: keysOf('tshirt_updated'),
    update_wave: keysOf('category_updated'),
    update_tags: keysOf('data_updated'),
    create_pdf: keysOf('pdf_created'),
    create_evidence: keysOf('chargeback'),
    send_mail: keysOf('mail_sended'),
    sign_link: ['event-delivery', 'event-exoneration'],
    remind_waiver: ['event-exoneration'],
    assign_number: keysOf('assign_number'),
    remove_number: keysOf('no_assign_number'),
    apply_coupon: keysOf('coupon_applied'),
    request_payment: keysOf('pending_payment'),
    pay: ['event-admin-inscription'], // files and partners bring paid registrations, and take no money
    assign_pickup: ['report-innovasport'],
    remove_wallet: keysOf('wallet_removed'),
    cancel: keysOf('cancelled'),
    wallet_refund: keysOf('wallet_refund'),
    reverse_refund: keysOf('wallet_refund'),
    reactivate: keysOf('cancelled'),
    open_chargeback: keysOf('chargeback'),
    close_chargeback: keysOf('chargeback'),
    close_with_event: ['events'], // people who may call an event off close its registrations, and ask for the refunds
    return_with_event: ['events'],
    tell_postponed: ['events'],
    tell_race_call: ['events'],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'folio',
  imports: {
    type: 'inscriptions',
    permission: 'event-import-inscriptions',
    modes: ['add', 'update', 'upsert'],
    event: 'eventid',
    athlete: { field: 'web_userid', makes: true, says: saidOfAthlete },
    unseen: true,
    writes: filledByFile,
    changes: ['tshirt_modelid', 'tshirt_size'],
    matches: { folio: ['folio'], 'email+dob': ['email', 'birth_date'], number: ['number'], external_id: ['source_ref'] },
  },
  menu: { group: 'events', icon: 'bib', order: 20, letter: 'i' },
  fields: inscriptionFields,
  list: inscriptionList,
  header: inscriptionHeader,
  show: inscriptionShow,
  form: {
    race: ['eventid', 'distanceid', 'price_tierid', 'web_userid', 'channel', 'age_categoryid', 'waveid', 'tshirt_modelid', 'tshirt_size'],
    athlete: ['first_name', 'last_name', 'second_last_name', 'gender', 'birth_date', 'countryid', 'stateid', 'city', 'club'],
    contact: ['email', 'phone', 'emergency_contact_name', 'emergency_contact_phone'],
    guardian: ['guardian_name', 'guardian_phone'],
    internal: ['tags', 'attention', 'name_hidden', 'est_time_s', 'eligibility_reason', 'source', 'source_ref'],
  },
  rules: {
    emailNeeded: { on: 'email', check: ({ email, channel }) => channel === 'import' || Boolean(email) },
    birthDateNeeded: { on: 'birth_date', check: ({ birth_date, channel }) => channel === 'import' || Boolean(birth_date) },
    importNamesSource: { on: 'source', check: ({ channel, source }) => channel !== 'import' || Boolean(source) },
    sourceWhole: { on: 'source_ref', check: ({ source, source_ref }) => Boolean(source) === Boolean(source_ref) },
  },
  actions: {
    update_comment: { on: 'rows', icon: 'comment', undo: 'again', input: { comment: f.longText({ max: 1000 }) } },
    update_number: {
      on: 'row',
      icon: 'bib',
      undo: 'again',
      from: { status: before('number_updated') },
      refuses: { handed },
      input: {
        number: f.integer({ min: 0, max: 999_999, required: true }),
        prefix: f.text({ max: 6, fold: 'upper', pattern: /^[A-Z0-9-]{1,6}$/ }),
        old_bib: f.choice(fate, { default: 'free' }),
        reason: f.text({ max: 300 }),
      },
    },
    update_name: {
      on: 'row',
      icon: 'pencil',
      confirm: true,
      from: { status: statusGroups.active },
      input: {
        first_name: f.text({ required: true, max: 80 }),
        last_name: f.text({ required: true, max: 80 }),
        second_last_name: f.text({ max: 80 }),
        fee: f.choice(feeDecisions, { default: 'policy' }),
        method: f.choice(counterMethods),
        reference: f.text({ max: 120 }),
        reason: f.text({ max: 300 }),
      },
    },
    change_event: {
      on: 'row',
      icon: 'arrow',
      danger: true,
      confirm: true,
      from: { status: before('change_event') },
      refuses: { handed },
      input: {
        eventid: f.belongsTo('events', { required: true }),
        distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' } }),
        difference: f.choice(feeDecisions, { default: 'policy' }),
        method: f.choice(counterMethods),
        reference: f.text({ max: 120 }),
        reason: f.text({ max: 300 }),
      },
    },
    update_race: {
      on: 'rows',
      icon: 'arrow',
      confirm: true,
      from: { status: [...before('distance_saved'), ...before('distance_updated')] },
      refuses: { handed, paymentOpen },
      input: {
        distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' } }),
        difference: f.choice(feeDecisions, { default: 'policy' }),
        coupon: f.choice(['keep', 'drop'], { default: 'keep' }),
        method: f.choice(counterMethods),
        reference: f.text({ max: 120 }),
        reason: f.text({ max: 300 }),
      },
    },
    update_tshirt: {
      on: 'rows',
      icon: 'shirt',
      undo: 'again',
      from: { status: [...before('tshirt_saved'), ...before('tshirt_updated')] },
      refuses: { handed },
      input: {
        tshirt_modelid: f.belongsTo('tshirt_models', { match: { eventid: 'eventid' } }),
        tshirt_size: f.choice(sizes, { required: true }),
        reason: f.text({ max: 300 }),
      },
    },
    update_wave: {
      on: 'rows',
      icon: 'flag',
      undo: 'again',
      from: { status: before('category_updated') },
      input: { waveid: f.belongsTo('waves', { match: { eventid: 'eventid' } }), reason: f.text({ max: 300 }) },
    },
    update_tags: {
      on: 'rows',
      icon: 'tag',
      from: { status: before('data_updated') },
      input: { add: f.tags(), remove: f.tags() },
    },
    create_pdf: {
      on: 'rows',
      icon: 'download',
      confirm: true,
      from: { status: statusGroups.active },
      input: { kind: f.choice(athletesKinds, { default: 'confirmation' }) },
    },
    create_evidence: { on: 'row', icon: 'download', confirm: true, from: { status: statusGroups.disputed } },
    send_mail: { on: 'rows', icon: 'arrow', confirm: true, from: { status: statusGroups.active } }, // the letter contains the proof
    sign_link: { on: 'row', icon: 'pencil', reveals: 'link', inMenu: true, from: { status: signing }, refuses: { waiverSigned, noWaiver } },
    remind_waiver: {
      on: 'rows',
      icon: 'mail',
      inMenu: true,
      confirm: true,
      from: { status: signing },
      refuses: { waiverSigned, noWaiver },
    },
    assign_number: {
      on: 'rows',
      icon: 'bib',
      undo: 'remove_number',
      confirm: true,
      from: { status: before('assign_number') },
      refuses: { numbered: ({ bibid }) => bibid !== null },
      input: {
        bib_poolid: f.belongsTo('bib_pools', { match: { eventid: 'eventid' } }),
        order: f.choice(['created', 'last_name', 'est_time', 'random'], { default: 'created' }),
      },
    },
    remove_number: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      from: { status: ['assign_number'] },
      refuses: { handed },
      input: { old_bib: f.choice(fate, { default: 'free' }), reason },
    },
    apply_coupon: {
      on: 'rows',
      icon: 'tag',
      from: { status: before('coupon_applied') },
      refuses: { paymentOpen },
      input: { couponid: f.belongsTo('coupons', { required: true, match: { eventid: 'eventid' } }) },
    },
    request_payment: {
      on: 'rows',
      icon: 'clock',
      from: { status: before('pending_payment') },
      input: {
        method: f.choice(['card', 'oxxo', 'spei', 'paypal'], { required: true }),
        wallet_cents: f.money({ default: 0 }),
        bin: cardBin,
      },
    },
    pay: {
      on: 'rows',
      icon: 'check',
      confirm: true,
      from: { status: statusGroups.hold },
      input: {
        method: f.choice([...counterMethods, 'courtesy'], { required: true }),
        bin: cardBin,
        reference: f.text({ max: 120 }),
        reason: f.text({ max: 300 }),
      },
    },
    remove_wallet: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      from: { status: before('wallet_removed') },
      refuses: { withoutWallet: ({ wallet_cents }) => wallet_cents === 0 },
      input: { reason },
    },
    cancel: {
      on: 'rows',
      icon: 'cross',
      undo: 'reactivate',
      danger: true,
      confirm: true,
      from: { status: [...statusGroups.hold, ...statusGroups.active] },
      input: {
        cancel_reason: f.choice(['requested', 'duplicate', 'fraud', 'event_cancelled', 'admin'], { required: true }),
        reason: f.text({ max: 300 }),
        override: f.boolean(),
      },
    },
    wallet_refund: {
      on: 'rows',
      icon: 'return',
      danger: true,
      confirm: true,
      from: { status: before('wallet_refund') },
      refuses: { nothingPaid: ({ paid_cents, refunded_cents }) => paid_cents <= refunded_cents },
      input: { amount_cents: f.money({ min: 1 }), return_coupon: f.boolean({ default: true }), override: f.boolean(), reason },
    },
    reverse_refund: { on: 'row', icon: 'return', danger: true, confirm: true, from: { status: ['wallet_refund'] }, input: { reason } },
    reactivate: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      from: { status: ['cancelled'] },
      refuses: { disputeLost: ({ cancel_reason }) => cancel_reason === 'chargeback', refunded: isRefunded },
      input: { reason },
    },
    open_chargeback: {
      on: 'row',
      icon: 'alert',
      danger: true,
      confirm: true,
      from: { status: before('chargeback') },
      refuses: { nothingPaid: ({ paid_cents, refunded_cents }) => paid_cents <= refunded_cents },
      input: { reference: f.text({ max: 120 }), reason },
    },
    close_chargeback: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['chargeback'] },
      input: { outcome: f.choice(['won', 'lost'], { required: true }), reason },
    },
    ...counterActions,
    // the actions of an event do these to all of its registrations
    close_with_event: { on: 'rows', icon: 'cross', danger: true, ownPage: true, from: { status: signing } },
    return_with_event: {
      on: 'rows',
      icon: 'return',
      ownPage: true,
      from: { status: ['cancelled'] },
      refuses: { closedOtherwise: ({ cancel_reason }) => cancel_reason !== 'event_cancelled', refunded: isRefunded },
    },
    tell_postponed: { on: 'rows', icon: 'mail', ownPage: true, from: { status: signing } },
    tell_race_call: { on: 'rows', icon: 'mail', ownPage: true, from: { status: signing } },
  },
  related: [
    'inscription_log.inscriptionid',
    'payments.inscriptionid',
    'inscription_documents.inscriptionid',
    'inscription_letters.inscriptionid',
    'coupon_uses.inscriptionid',
    'question_answers.inscriptionid',
    'exoneration_signatures.inscriptionid',
    'results.inscriptionid',
    'certificates.inscriptionid',
  ],
  checks: {
    discount_within_price: 'discount_cents + promotion_discount_cents <= list_price_cents',
    refunds_within_paid: 'refunded_cents <= paid_cents',
    bib_and_number: 'bibid is null or number is not null',
  },
  waits: {
    chargebacks: { when: { field: 'status', op: 'eq', value: 'chargeback' }, for: 'close_chargeback', says: ['folio', 'eventid'] },
  },
  indexes: inscriptionIndexes,
});

export type Inscription = InferRow<typeof inscriptions>;
export type InscriptionInput = InferInput<typeof inscriptions>;
