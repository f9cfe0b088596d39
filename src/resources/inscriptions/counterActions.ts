import * as f from '@/fields';
import { branches } from '@/domain/lists';
import { longestBody, longestSubject } from '@/domain/letterTexts';
import { sizes } from '@/domain/registration/sizes';
import { statusGroups } from '@/domain/registration/lifecycle';
import { testedDigits, typedBin } from '@/domain/web/promotionBins';

/** The first digits of the card that pays, for the promotion of its bank; never enough to identify a card. */
export const cardBin = f.text({ ...testedDigits, pattern: typedBin });
const answer = { questionid: f.belongsTo('event_questions', { required: true }), value: f.text({ max: 2000 }) };
const answers = f.rows(answer, { max: 100 });

/** A kit that is handed out is not handed out again. */
export const handed = ({ kit_status }: { readonly kit_status: string | null }): boolean =>
  kit_status === 'delivered' || kit_status === 'partial';

/** How a registration at the counter ends: paid there, with a link to pay by mail, or as a place that is held. */
export const counterPayments = ['cash', 'pos', 'external', 'wallet', 'courtesy', 'link', 'later'] as const;

/** What the counter says of the person who registers. */
export const personInputs = [
  'first_name',
  'last_name',
  'second_last_name',
  'gender',
  'birth_date',
  'curp',
  'email',
  'phone',
  'city',
  'club',
  'emergency_contact_name',
  'emergency_contact_phone',
  'guardian_name',
  'guardian_phone',
  'tshirt_size',
] as const;

/** What people do at the counter with somebody who registers: price, registration and answers in one go. */
export const counterActions = {
  register: {
    on: 'list',
    icon: 'plus',
    ownPage: true,
    input: {
      eventid: f.belongsTo('events', { required: true }),
      distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' } }),
      web_userid: f.belongsTo('web_users'),
      first_name: f.text({ max: 80 }),
      last_name: f.text({ max: 80 }),
      second_last_name: f.text({ max: 80 }),
      gender: f.choice(branches),
      birth_date: f.date(),
      curp: f.curp(),
      email: f.email(),
      phone: f.phone(),
      city: f.text({ max: 120 }),
      club: f.text({ max: 120 }),
      emergency_contact_name: f.text({ max: 120 }),
      emergency_contact_phone: f.phone(),
      guardian_name: f.text({ max: 120 }),
      guardian_phone: f.phone(),
      same_person: f.choice(['yes', 'no']),
      tshirt_modelid: f.belongsTo('tshirt_models', { match: { eventid: 'eventid' } }),
      tshirt_size: f.choice(sizes),
      waveid: f.belongsTo('waves', { match: { eventid: 'eventid' } }),
      est_time_s: f.duration({ max: 604_800 }),
      eligibility_reason: f.text({ max: 300 }),
      answers,
      coupon: f.text({ max: 40 }),
      bin: cardBin,
      payment: f.choice(counterPayments, { required: true }),
      reference: f.text({ max: 120 }),
      reason: f.text({ max: 300 }),
      send_mail: f.boolean(),
    },
  },
  quote: {
    on: 'list',
    icon: 'tag',
    reads: true,
    ownPage: true,
    input: {
      eventid: f.belongsTo('events', { required: true }),
      distanceid: f.belongsTo('distances', { required: true, match: { eventid: 'eventid' } }),
      web_userid: f.belongsTo('web_users'),
      coupon: f.text({ max: 40 }),
      bin: cardBin,
    },
  },
  // one mail to many of them
  write_mail: {
    on: 'rows',
    icon: 'mail',
    confirm: true,
    input: {
      letter_templateid: f.belongsTo('letter_templates'),
      subject: f.text({ max: longestSubject }),
      body: f.longText({ max: longestBody }),
      subject_en: f.text({ max: longestSubject }),
      body_en: f.longText({ max: longestBody }),
    },
  },
  // their kits go to a store
  assign_pickup: {
    on: 'rows',
    icon: 'arrow',
    inMenu: true,
    confirm: true,
    from: { status: statusGroups.active },
    refuses: { handed },
    input: { pickup_batchid: f.belongsTo('pickup_batches', { required: true, match: { eventid: 'eventid' } }) },
  },
  save_answers: {
    on: 'row',
    icon: 'pencil',
    from: { status: [...statusGroups.hold, ...statusGroups.active] },
    input: { answers },
  },
} as const;
