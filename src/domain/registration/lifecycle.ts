import type { PermissionKey } from '@/schema/access';

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

/** The values that an inscription itself may hold, by what they mean for a seat. */
export const statusGroups = {
  hold: ['started', 'pending_payment', 'payment_declined'],
  active: ['paid', 'assign_number', 'no_assign_number'],
  disputed: ['chargeback'],
  closed: ['cancelled', 'wallet_refund', 'change_event', 'merged'],
} as const;
const { hold, active, disputed, closed } = statusGroups;

/** Whether a status is one of a group. */
export const isAmong = (group: keyof typeof statusGroups, status: string | undefined): boolean =>
  statusGroups[group].some((each) => each === status);

/** Who takes a seat of a distance, as it is counted: somebody who still pays, or somebody who has it, also while a bank disputes the payment. */
export const seats = { held: hold, sold: [...active, ...disputed] } as const;

/** The 11 values that an inscription itself may hold. */
export const lifecycle = [...hold, ...active, ...disputed, ...closed] as const;
export type Lifecycle = (typeof lifecycle)[number];

const sqlList = (values: readonly string[]): string => `status in (${values.map((value) => `'${value}'`).join(', ')})`;
/** Inscriptions that wait for their payment, as SQL for partial indexes. */
export const holdSql = sqlList(hold);
/** Active inscriptions as SQL, for partial indexes. */
export const activeSql = sqlList(active);
/** Inscriptions that own a seat, a bib and a size, as SQL: a disputed one keeps them until it is decided. */
export const seatedSql = sqlList([...hold, ...active, ...disputed]);

/** What happens to the things around an inscription; the server has one body for each. Seats follow the status by themselves: the database counts them. */
export type Effect =
  | 'set_expiry'
  | 'clear_expiry'
  | 'reprice'
  | 'reserve_size'
  | 'release_size'
  | 'reserve_coupon'
  | 'use_coupon'
  | 'return_coupon'
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

/** What follows once the row of a step and its line of the log are written: when the seat that it left is free, or when what is printed tells of the step too. */
export type Sequel = 'end_offer' | 'offer_seat' | 'issue_evidence' | 'renew_proof';

/** How long a seat is kept for whoever waited for it. */
export const offerHours = 24;

/** Who acts without holding a key. */
export type Actor = 'athlete' | 'gateway' | 'system';

/** One of the 26 values as an event in the life of an inscription. */
export interface Moment {
  /** `lifecycle` becomes the status of the inscription; `log` is only a row of its log. */
  readonly kind: 'lifecycle' | 'log';
  /** Statuses in which a log row may be added; those before a lifecycle value are in `ways`. */
  readonly from?: readonly Lifecycle[];
  /** Any of these keys lets staff do it. */
  readonly keys: readonly PermissionKey[];
  readonly actors: readonly Actor[];
  /** In this order, in the transaction of the change; money, coupon, size and bib always follow each other so, or two changes could wait for each other. */
  readonly effects: readonly Effect[];
  /** The same after the step; those of a way back are in `sequelsOfReturn`. */
  readonly sequels?: readonly Sequel[];
  /** The label that the specification gives the action in the log. */
  readonly label?: 'Update comment' | 'Update t-shirt' | 'Update race' | 'Update number';
}
const admin = ['event-admin-inscription'] as const,
  staff = ['event-inscription'] as const,
  desk = ['event-admin-inscription', 'event-delivery'] as const,
  wallet = ['asdeporte-admin-wallet'] as const;

/** Whoever gives up a seat ends the offer that it came from, and the next one who waits is offered the seat. */
const freed = ['end_offer', 'offer_seat'] as const;

/** What follows whenever something that is printed on the proof of registration changes. */
const reprint = ['reissue_proof'] as const;

/** What each value means: who may bring it about, when, and what follows. */
export const moments: Readonly<Record<InscriptionStatus, Moment>> = {
  started: {
    kind: 'lifecycle',
    keys: ['event-admin-inscription', 'event-import-inscriptions', 'external-inscriptions'],
    actors: ['athlete', 'system'],
    effects: ['recategorize', 'set_expiry', 'reserve_size'],
  },
  distance_saved: { kind: 'log', from: hold, keys: [], actors: ['athlete'], effects: ['recategorize', 'reprice'], sequels: freed },
  tshirt_saved: { kind: 'log', from: hold, keys: [], actors: ['athlete'], effects: ['release_size', 'reserve_size'] },
  questions_saved: { kind: 'log', from: [...hold, ...active], keys: [], actors: ['athlete'], effects: [] },
  coupon_applied: { kind: 'log', from: hold, keys: admin, actors: ['athlete'], effects: ['reserve_coupon', 'reprice'] },
  url_created: { kind: 'log', from: [...hold, ...active], keys: staff, actors: ['system'], effects: [] },
  pending_payment: {
    kind: 'lifecycle',
    keys: admin,
    actors: ['athlete', 'gateway'],
    effects: ['freeze_wallet', 'open_payment', 'set_expiry'],
  },
  payment_declined: { kind: 'lifecycle', keys: [], actors: ['gateway'], effects: ['decline_payment', 'tell_declined'] },
  defrost_balance: { kind: 'log', from: [...hold, 'cancelled'], keys: wallet, actors: ['system'], effects: ['release_wallet'] },
  wallet_removed: { kind: 'log', from: hold, keys: wallet, actors: ['athlete'], effects: ['reprice', 'open_payment'] },
  paid: {
    kind: 'lifecycle',
    keys: ['event-admin-inscription', 'event-import-inscriptions', 'external-inscriptions'],
    actors: ['gateway', 'system'],
    effects: ['settle_payment', 'capture_wallet', 'use_coupon', 'clear_expiry', 'take_offer'],
  },
  assign_number: { kind: 'lifecycle', keys: desk, actors: ['system'], effects: ['take_bib', ...reprint] },
  no_assign_number: { kind: 'lifecycle', keys: admin, actors: ['system'], effects: ['free_bib', ...reprint] },
  pdf_created: { kind: 'log', from: [...active, ...disputed], keys: staff, actors: ['system'], effects: ['issue_document'] },
  mail_sended: { kind: 'log', from: lifecycle, keys: staff, actors: ['system'], effects: [] },
  data_updated: {
    kind: 'log',
    from: [...hold, ...active],
    keys: ['event-inscription', 'event-admin-inscription'],
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

/** The only ways forward. */
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

/** The ways back, each to where the inscription stood before: reactivated, dispute won, refund reversed, merge undone. What was active returns as paid and is numbered anew. */
export const returns: { readonly [S in Lifecycle]?: readonly Lifecycle[] } = {
  cancelled: [...hold, 'paid'],
  chargeback: ['paid'],
  wallet_refund: ['paid', 'cancelled'],
  merged: lifecycle.filter((state) => state !== 'merged' && state !== 'change_event'),
};
/** How long a way back stays open, in hours, where it closes: after that the end is one. */
export const returnHours: { readonly [S in Lifecycle]?: number } = { merged: 72 };
/** What an inscription that had given everything up takes again, before the effects of the status to which it returns. */
const uponReturn: readonly Effect[] = ['reserve_coupon', 'reserve_size', 'set_expiry', 'renew_qr'];
const gaveUp: ReadonlySet<Lifecycle> = new Set(['cancelled', 'wallet_refund', 'merged']);

/** What follows a way forward. A duplicate that was over before has nothing left to give up: its coupon and its dates stay as its end left them. */
export const effectsOf = (from: Lifecycle, to: InscriptionStatus): readonly Effect[] =>
  to === 'merged' && (closed as readonly Lifecycle[]).includes(from) ? [] : moments[to].effects;

const isActive = (status: Lifecycle): boolean => (active as readonly string[]).includes(status);

/** What follows a way back. One that was over before is only over again, and one that was disputed takes its things and waits without an end, its dispute being known. */
export const effectsOfReturn = (from: Lifecycle, to: Lifecycle): readonly Effect[] => {
  if ((closed as readonly Lifecycle[]).includes(to)) return [];
  if (to === 'chargeback') return ['reserve_coupon', 'use_coupon', 'reserve_size', 'renew_qr'];
  return [...new Set([...(gaveUp.has(from) ? uponReturn : []), ...moments[to].effects])];
};

/** The same after a way back: whoever takes a place again gets a proof that holds. */
export const sequelsOfReturn = (from: Lifecycle, to: Lifecycle): readonly Sequel[] =>
  gaveUp.has(from) && isActive(to) ? ['renew_proof'] : [];

/** Whether an inscription may go from one status to another; a way back also needs to know where it stood before. */
export const mayMove = (from: Lifecycle | 'new', to: Lifecycle, previous?: Lifecycle): boolean =>
  ways[from].includes(to) ||
  (from !== 'new' &&
    (returns[from]?.includes(to) ?? false) &&
    previous !== undefined &&
    (previous === to || (to === 'paid' && isActive(previous))));

/** Keys that let staff bring a value about, for the actions that do. */
export const keysOf = (value: InscriptionStatus): readonly PermissionKey[] => moments[value].keys;

/** Statuses from which a value may follow, for the actions that bring it about. */
export const before = (value: InscriptionStatus): readonly Lifecycle[] =>
  moments[value].kind === 'log' ? (moments[value].from ?? []) : lifecycle.filter((from) => ways[from].includes(value as Lifecycle));

/** Where an inscription stood before its present status: the last in a path of lifecycle values that had come the way forward, so that a refund taken back leaves a cancelled inscription where it was. */
export const previousOf = (path: readonly Lifecycle[]): Lifecycle | undefined => {
  const at = path.findLastIndex((state, index) => index > 0 && state === path.at(-1) && ways[path[index - 1]!].includes(state));
  return path[at - 1];
};

/** One row of the log, as far as the status goes. */
export interface LoggedStatus {
  readonly status: InscriptionStatus;
}
/** Whether a value is a status in which an inscription stays, and not only a line of its log. */
export const isLifecycle = (value: InscriptionStatus): value is Lifecycle => moments[value].kind === 'lifecycle';

/**
 * Follows a log from its first row and answers the status that it leads to.
 *
 * Throws when a row could not have followed the one before it, so that a log which replays is a log that tells the truth.
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
