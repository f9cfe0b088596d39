import type { PermissionKey } from '@/schema/access';
import { nth } from '@/schema/must';

/** The 26 registration status values of the specification, section 4. */
export const inscriptionStatuses = [
  'started',
  'pending_payment',
  'paid',
  'assign_number',
  'url_created',
  'pdf_created',
  'coupon_applied',
  'no_assign_number',
  'category_updated',
  'cancelled',
  'data_updated',
  'merged',
  'wallet_refund',
  'chargeback',
  'change_event',
  'number_updated',
  'tshirt_updated',
  'comment_updated',
  'payment_declined',
  'tshirt_saved',
  'distance_saved',
  'wallet_removed',
  'mail_sended',
  'questions_saved',
  'defrost_balance',
  'distance_updated',
] as const;
export type InscriptionStatus = (typeof inscriptionStatuses)[number];

/** The statuses of an inscription, grouped by what they mean for its seat. */
export const statusGroups = {
  hold: ['started', 'pending_payment', 'payment_declined'],
  active: ['paid', 'assign_number', 'no_assign_number'],
  disputed: ['chargeback'],
  closed: ['cancelled', 'wallet_refund', 'change_event', 'merged'],
} as const;
const { hold, active, disputed, closed } = statusGroups;

/** Whether a status belongs to a group. */
export const isAmong = (group: keyof typeof statusGroups, status: string | undefined): boolean =>
  statusGroups[group].some((each) => each === status);

/**
 * Registrations that occupy a seat of a distance: people who still have to pay and people who have the seat, also while a bank disputes the
 * payment.
 */
export const seats = { held: hold, sold: [...active, ...disputed] } as const;

/** The 11 statuses of an inscription. */
export const lifecycle = [...hold, ...active, ...disputed, ...closed] as const;
export type Lifecycle = (typeof lifecycle)[number];

const sqlList = (values: readonly string[]): string => `status in (${values.map((value) => `'${value}'`).join(', ')})`;
/** Inscriptions that wait for their payment, as SQL for partial indexes. */
export const holdSql = sqlList(hold);
/** Active inscriptions as SQL, for partial indexes. */
export const activeSql = sqlList(active);
/** Inscriptions that own a seat, a bib and a size, as SQL: a disputed one keeps them until the dispute is decided. */
export const seatedSql = sqlList([...hold, ...active, ...disputed]);

/**
 * Effects on the things around an inscription; the server has one function for each. Seats need none, because the database counts them by
 * status.
 */
export type Effect =
  | 'set_expiry'
  | 'clear_expiry'
  | 'reprice'
  | 'reserve_size'
  | 'release_size'
  | 'reserve_coupon'
  | 'use_coupon'
  | 'return_coupon'
  | 'apply_promotion'
  | 'freeze_wallet'
  | 'release_wallet'
  | 'capture_wallet'
  | 'open_payment'
  | 'settle_payment'
  | 'decline_payment'
  | 'void_payment'
  | 'take_bib'
  | 'free_bib'
  | 'kill_qr'
  | 'renew_qr'
  | 'credit_wallet'
  | 'recategorize'
  | 'open_dispute'
  | 'take_offer'
  | 'tell_declined'
  | 'issue_document'
  | 'reissue_proof'
  | 'retire_proof';

/** What follows after the row of a step and its log line are written: when the old seat is free, or when documents mention the step. */
export type Sequel = 'end_offer' | 'offer_seat' | 'issue_evidence' | 'renew_proof';

/** How long a seat is held for a person from the waiting list. */
export const offerHours = 24;

/** Actors without a key. */
export type Actor = 'athlete' | 'gateway' | 'system';

/** One of the 26 values as an event in the lifecycle of an inscription. */
export interface Moment {
  /** `lifecycle` becomes the status of the inscription; `log` is only a row of its log. */
  readonly kind: 'lifecycle' | 'log';
  /** Statuses in which a log row may be added; for a lifecycle value they are in `ways`. */
  readonly from?: readonly Lifecycle[];
  /** Staff with any of these keys may do it. */
  readonly keys: readonly PermissionKey[];
  readonly actors: readonly Actor[];
  /**
   * Run in this order, in the transaction of the change. The order of money, coupon, size and bib is always the same, because otherwise two
   * changes could deadlock.
   */
  readonly effects: readonly Effect[];
  /** The same after the step; those of a reversal are in `sequelsOfReturn`. */
  readonly sequels?: readonly Sequel[];
  /** The label of the action in the log, from the specification. */
  readonly label?: 'Update comment' | 'Update t-shirt' | 'Update race' | 'Update number';
}
const admin = ['event-admin-inscription'] as const,
  staff = ['event-inscription'] as const,
  data = ['event-inscription', 'event-admin-inscription'] as const,
  desk = ['event-admin-inscription', 'event-delivery'] as const,
  wallet = ['asdeporte-admin-wallet'] as const;

/** Giving up a seat ends the offer that it came from, and the next person on the list gets the offer. */
const freed = ['end_offer', 'offer_seat'] as const;

/** What follows when something that is printed on the proof of registration changes. */
const reprint = ['reissue_proof'] as const;

/** Each value: who may set it, when, and what follows. */
export const moments: Readonly<Record<InscriptionStatus, Moment>> = {
  started: {
    kind: 'lifecycle',
    keys: ['event-admin-inscription', 'event-import-inscriptions', 'external-inscriptions'],
    actors: ['athlete', 'system'],
    effects: ['recategorize', 'set_expiry', 'reserve_size'],
  },
  distance_saved: { kind: 'log', from: hold, keys: [], actors: ['athlete'], effects: ['recategorize', 'reprice'], sequels: freed },
  tshirt_saved: { kind: 'log', from: hold, keys: [], actors: ['athlete'], effects: ['release_size', 'reserve_size'] },
  questions_saved: { kind: 'log', from: [...hold, ...active], keys: data, actors: ['athlete'], effects: [] },
  coupon_applied: { kind: 'log', from: hold, keys: admin, actors: ['athlete'], effects: ['reserve_coupon', 'reprice'] },
  url_created: { kind: 'log', from: [...hold, ...active], keys: staff, actors: ['system'], effects: [] },
  pending_payment: {
    kind: 'lifecycle',
    keys: admin,
    actors: ['athlete', 'gateway'],
    effects: ['apply_promotion', 'freeze_wallet', 'open_payment', 'set_expiry'],
  },
  payment_declined: { kind: 'lifecycle', keys: [], actors: ['gateway'], effects: ['decline_payment', 'tell_declined'] },
  defrost_balance: { kind: 'log', from: [...hold, 'cancelled'], keys: wallet, actors: ['system'], effects: ['release_wallet'] },
  wallet_removed: { kind: 'log', from: hold, keys: wallet, actors: ['athlete'], effects: ['reprice', 'open_payment'] },
  paid: {
    kind: 'lifecycle',
    keys: ['event-admin-inscription', 'event-import-inscriptions', 'external-inscriptions'],
    actors: ['gateway', 'system'],
    effects: ['apply_promotion', 'settle_payment', 'capture_wallet', 'use_coupon', 'clear_expiry', 'take_offer'],
  },
  assign_number: { kind: 'lifecycle', keys: desk, actors: ['system'], effects: ['take_bib', ...reprint] },
  no_assign_number: { kind: 'lifecycle', keys: admin, actors: ['system'], effects: ['free_bib', ...reprint] },
  pdf_created: { kind: 'log', from: [...active, ...disputed], keys: staff, actors: ['system'], effects: ['issue_document'] },
  mail_sended: { kind: 'log', from: lifecycle, keys: staff, actors: ['system'], effects: [] },
  data_updated: {
    kind: 'log',
    from: [...hold, ...active],
    keys: data,
    actors: ['athlete'],
    effects: reprint,
  },
  category_updated: { kind: 'log', from: active, keys: admin, actors: ['system'], effects: reprint },
  distance_updated: {
    kind: 'log',
    from: active,
    keys: admin,
    actors: ['athlete'],
    effects: ['free_bib', 'recategorize', ...reprint],
    sequels: freed,
    label: 'Update race',
  },
  number_updated: {
    kind: 'log',
    from: active,
    keys: desk,
    actors: [],
    effects: ['free_bib', 'take_bib', ...reprint],
    label: 'Update number',
  },
  tshirt_updated: {
    kind: 'log',
    from: active,
    keys: ['event-inscription', 'event-delivery'],
    actors: ['athlete'],
    effects: ['release_size', 'reserve_size', ...reprint],
    label: 'Update t-shirt',
  },
  comment_updated: {
    kind: 'log',
    from: lifecycle,
    keys: ['event-inscription', 'event-delivery'],
    actors: [],
    effects: [],
    label: 'Update comment',
  },
  cancelled: {
    kind: 'lifecycle',
    keys: admin,
    actors: ['athlete', 'system'],
    effects: ['void_payment', 'release_wallet', 'return_coupon', 'release_size', 'free_bib', 'clear_expiry', 'kill_qr', 'retire_proof'],
    sequels: freed,
  },
  wallet_refund: {
    kind: 'lifecycle',
    keys: wallet,
    actors: ['system'],
    effects: ['release_wallet', 'credit_wallet', 'return_coupon', 'release_size', 'free_bib', 'clear_expiry', 'kill_qr', 'retire_proof'],
    sequels: freed,
  },
  chargeback: { kind: 'lifecycle', keys: wallet, actors: ['gateway'], effects: ['open_dispute'], sequels: ['issue_evidence'] },
  change_event: {
    kind: 'lifecycle',
    keys: admin,
    actors: [],
    effects: ['release_size', 'free_bib', 'kill_qr', 'retire_proof'],
    sequels: freed,
  },
  merged: {
    kind: 'lifecycle',
    keys: ['merge-user'],
    actors: [],
    effects: ['void_payment', 'release_wallet', 'return_coupon', 'release_size', 'free_bib', 'clear_expiry', 'kill_qr', 'retire_proof'],
    sequels: freed,
  },
};

/** The allowed transitions. */
export const ways: Readonly<Record<Lifecycle | 'new', readonly Lifecycle[]>> = {
  new: ['started'],
  started: ['pending_payment', 'paid', 'cancelled', 'merged'],
  pending_payment: ['paid', 'payment_declined', 'cancelled', 'merged'],
  payment_declined: ['pending_payment', 'paid', 'cancelled', 'merged'],
  paid: ['assign_number', 'no_assign_number', 'cancelled', 'wallet_refund', 'change_event', 'merged', 'chargeback'],
  assign_number: ['no_assign_number', 'cancelled', 'wallet_refund', 'change_event', 'merged', 'chargeback'],
  no_assign_number: ['assign_number', 'cancelled', 'wallet_refund', 'change_event', 'merged', 'chargeback'],
  chargeback: ['cancelled', 'merged'],
  cancelled: ['wallet_refund', 'merged'],
  wallet_refund: ['merged'],
  change_event: [],
  merged: [],
};

/**
 * The reversals, each to the former status: reactivated, dispute won, refund reversed, merge undone. An active inscription returns as paid
 * and gets a number again.
 */
export const returns: { readonly [S in Lifecycle]?: readonly Lifecycle[] } = {
  cancelled: [...hold, 'paid'],
  chargeback: ['paid'],
  wallet_refund: ['paid', 'cancelled'],
  merged: lifecycle.filter((state) => state !== 'merged' && state !== 'change_event'),
};
/** How long a reversal is possible, in hours, if it is limited. */
export const returnHours: { readonly [S in Lifecycle]?: number } = { merged: 72 };
/** What an inscription that had released everything takes again, before the effects of the status to which it returns. */
const uponReturn: readonly Effect[] = ['reserve_coupon', 'apply_promotion', 'reserve_size', 'set_expiry', 'renew_qr'];
const gaveUp: ReadonlySet<Lifecycle> = new Set(['cancelled', 'wallet_refund', 'merged']);

const isIn = (list: readonly Lifecycle[], status: Lifecycle): boolean => list.includes(status);
/**
 * What follows a transition. A duplicate that had already ended has nothing left to release: its coupon and its dates stay as its end left
 * them.
 */
export const effectsOf = (from: Lifecycle, to: InscriptionStatus): readonly Effect[] =>
  to === 'merged' && isIn(closed, from) ? [] : moments[to].effects;

const isActive = (status: Lifecycle): boolean => isIn(active, status);

/**
 * What follows a reversal. An inscription that had already ended ends again; a disputed one takes its things and waits without an expiry,
 * because its dispute is known.
 */
export const effectsOfReturn = (from: Lifecycle, to: Lifecycle): readonly Effect[] => {
  if (isIn(closed, to)) return [];
  if (to === 'chargeback') return ['reserve_coupon', 'apply_promotion', 'use_coupon', 'reserve_size', 'renew_qr'];
  return [...new Set([...(gaveUp.has(from) ? uponReturn : []), ...moments[to].effects])];
};

/** The same after a reversal: people who take a place again get a valid proof. */
export const sequelsOfReturn = (from: Lifecycle, to: Lifecycle): readonly Sequel[] =>
  gaveUp.has(from) && isActive(to) ? ['renew_proof'] : [];

/** Whether an inscription may change from one status to another; a reversal also needs the former status. */
export const mayMove = (from: Lifecycle | 'new', to: Lifecycle, previous?: Lifecycle): boolean =>
  ways[from].includes(to) ||
  (from !== 'new' &&
    (returns[from]?.includes(to) ?? false) &&
    previous !== undefined &&
    (previous === to || (to === 'paid' && isActive(previous))));

/** The keys with which staff may set a value, for the actions that do so. */
export const keysOf = (value: InscriptionStatus): readonly PermissionKey[] => moments[value].keys;

/** Statuses from which a value may be set, for the actions that do so. */
export const before = (value: InscriptionStatus): readonly Lifecycle[] =>
  moments[value].kind === 'log' ? (moments[value].from ?? []) : lifecycle.filter((from) => ways[from].includes(value as Lifecycle));

/**
 * The former status of an inscription: the last lifecycle value that was reached by a normal transition, so that a reversed refund leaves a
 * cancelled inscription where it was.
 */
export const previousOf = (path: readonly Lifecycle[]): Lifecycle | undefined => {
  const at = path.findLastIndex((state, index) => index > 0 && state === path.at(-1) && ways[nth(path, index - 1)].includes(state));
  return path[at - 1];
};

/** One row of the log, as far as the status is concerned. */
export interface LoggedStatus {
  readonly status: InscriptionStatus;
}
/** Whether a value is a status of an inscription, and not only a line of its log. */
export const isLifecycle = (value: InscriptionStatus): value is Lifecycle => moments[value].kind === 'lifecycle';

/**
 * Replays a log from its first row and answers the final status.
 *
 * Throws when a row could not follow the one before it, so a log that can be replayed is a correct log.
 */
export const replay = (log: readonly LoggedStatus[]): Lifecycle => {
  const path: Lifecycle[] = [];
  for (const { status } of log) {
    const from = path.at(-1) ?? 'new';
    if (!isLifecycle(status)) {
      if (from === 'new' || !moments[status].from?.includes(from)) throw new Error(`"${status}" cannot be logged while ${from}`);
      continue;
    }
    if (!mayMove(from, status, previousOf(path))) throw new Error(`no way leads from ${from} to ${status}`);
    path.push(status);
  }
  const last = path.at(-1);
  if (!last) throw new Error('an empty log leads nowhere');
  return last;
};
