import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import {
  before,
  inscriptionStatuses,
  lifecycle,
  mayMove,
  moments,
  replay,
  seats,
  statusGroups,
  type InscriptionStatus,
  type Lifecycle,
} from '@/domain/registration/lifecycle';

/** The machine as it was agreed, transcribed by hand: none of it is read from the code. */
const agreed = {
  hold: ['started', 'pending_payment', 'payment_declined'],
  active: ['paid', 'assign_number', 'no_assign_number'],
  disputed: ['chargeback'],
  closed: ['cancelled', 'wallet_refund', 'change_event', 'merged'],
} as const;
const states: readonly Lifecycle[] = [...agreed.hold, ...agreed.active, ...agreed.disputed, ...agreed.closed];
const forward: Readonly<Record<Lifecycle | 'new', string>> = {
  new: 'started',
  started: 'pending_payment paid cancelled merged',
  pending_payment: 'payment_declined paid cancelled merged',
  payment_declined: 'pending_payment paid cancelled merged',
  paid: 'assign_number no_assign_number cancelled wallet_refund change_event merged chargeback',
  assign_number: 'no_assign_number cancelled wallet_refund change_event merged chargeback',
  no_assign_number: 'assign_number cancelled wallet_refund change_event merged chargeback',
  chargeback: 'cancelled merged',
  cancelled: 'wallet_refund merged',
  wallet_refund: 'merged',
  change_event: '',
  merged: '',
};
/** Where each way back leads, by the status before the present one. What was active comes back as paid. */
const back: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cancelled: {
    started: 'started',
    pending_payment: 'pending_payment',
    payment_declined: 'payment_declined',
    paid: 'paid',
    assign_number: 'paid',
    no_assign_number: 'paid',
  },
  chargeback: { paid: 'paid', assign_number: 'paid', no_assign_number: 'paid' },
  wallet_refund: { paid: 'paid', assign_number: 'paid', no_assign_number: 'paid', cancelled: 'cancelled' },
  merged: {
    started: 'started',
    pending_payment: 'pending_payment',
    payment_declined: 'payment_declined',
    paid: 'paid',
    assign_number: 'assign_number paid',
    no_assign_number: 'no_assign_number paid',
    chargeback: 'chargeback',
    cancelled: 'cancelled',
    wallet_refund: 'wallet_refund',
  },
};
const any = states.join(' '),
  hold = agreed.hold.join(' '),
  active = agreed.active.join(' '),
  living = `${hold} ${active}`;
/** The fifteen values that are only rows of the log, and where each may be written. */
const logged: Readonly<Record<string, string>> = {
  distance_saved: hold,
  tshirt_saved: hold,
  questions_saved: living,
  coupon_applied: hold,
  url_created: living,
  defrost_balance: `${hold} cancelled`,
  wallet_removed: hold,
  pdf_created: `${active} chargeback`,
  mail_sended: any,
  data_updated: living,
  category_updated: active,
  distance_updated: active,
  number_updated: active,
  tshirt_updated: active,
  comment_updated: any,
};
/** Who may cause each value: keys of staff, and people who need none. */
const agreedHands: Readonly<Record<InscriptionStatus, string>> = {
  started: 'event-admin-inscription event-import-inscriptions external-inscriptions / athlete system',
  distance_saved: '/ athlete',
  tshirt_saved: '/ athlete',
  questions_saved: 'event-inscription event-admin-inscription / athlete',
  coupon_applied: 'event-admin-inscription / athlete',
  url_created: 'event-inscription / system',
  pending_payment: 'event-admin-inscription / athlete gateway',
  payment_declined: '/ gateway',
  defrost_balance: 'asdeporte-admin-wallet / system',
  wallet_removed: 'asdeporte-admin-wallet / athlete',
  paid: 'event-admin-inscription event-import-inscriptions external-inscriptions / gateway system',
  assign_number: 'event-admin-inscription event-delivery / system',
  no_assign_number: 'event-admin-inscription / system',
  pdf_created: 'event-inscription / system',
  mail_sended: 'event-inscription / system',
  data_updated: 'event-inscription event-admin-inscription / athlete',
  category_updated: 'event-admin-inscription / system',
  distance_updated: 'event-admin-inscription / athlete',
  number_updated: 'event-admin-inscription event-delivery /',
  tshirt_updated: 'event-inscription event-delivery / athlete',
  comment_updated: 'event-inscription event-delivery /',
  cancelled: 'event-admin-inscription / athlete system',
  wallet_refund: 'asdeporte-admin-wallet / system',
  chargeback: 'asdeporte-admin-wallet / gateway',
  change_event: 'event-admin-inscription /',
  merged: 'merge-user /',
};
const words = (text: string | undefined): readonly string[] => (text ?? '').split(' ').filter(Boolean);
const leads = (from: Lifecycle | 'new', to: string, previous?: Lifecycle): boolean =>
  words(forward[from]).includes(to) || (previous !== undefined && words(back[from]?.[previous]).includes(to));

describe('the 26 values', () => {
  test('are all there, and eleven of them are statuses of an inscription', () => {
    expect([...inscriptionStatuses].sort()).toEqual([...states, ...Object.keys(logged)].sort());
    expect(inscriptionStatuses).toHaveLength(26);
    expect(statusGroups).toEqual(agreed);
    expect([...lifecycle].sort()).toEqual([...states].sort());
    for (const value of inscriptionStatuses) expect([value, moments[value].kind]).toEqual([value, value in logged ? 'log' : 'lifecycle']);
  });

  test.each(Object.entries(agreedHands))('%s is brought about by %s', (value, hands) => {
    const [keys, actors] = hands.split('/');
    expect({
      keys: [...moments[value as InscriptionStatus].keys].sort(),
      actors: [...moments[value as InscriptionStatus].actors].sort(),
    }).toEqual({ keys: [...words(keys)].sort(), actors: [...words(actors)].sort() });
  });

  test.each(Object.entries(logged))('%s is written while %s', (value, from) => {
    expect([...before(value as InscriptionStatus)].sort()).toEqual([...words(from)].sort());
  });

  test('that the specification names as actions carry its labels, and no other does', () => {
    expect(
      Object.fromEntries(inscriptionStatuses.flatMap((value) => (moments[value].label ? [[value, moments[value].label]] : []))),
    ).toEqual({
      comment_updated: 'Update comment',
      tshirt_updated: 'Update t-shirt',
      distance_updated: 'Update race',
      number_updated: 'Update number',
    });
  });
});

test('a seat is held while somebody pays, and sold to the person who paid, also while a bank disputes it', () => {
  expect(seats).toEqual({ held: agreed.hold, sold: [...agreed.active, ...agreed.disputed] });
});

test('a payment that is declined, and no other value, writes to the athlete by itself', () => {
  expect(inscriptionStatuses.filter((value) => moments[value].effects.includes('tell_declined'))).toEqual(['payment_declined']);
});

/** The value that each action of staff brings about. */
const brought: Readonly<Record<string, InscriptionStatus>> = {
  update_comment: 'comment_updated',
  update_number: 'number_updated',
  update_name: 'data_updated',
  update_race: 'distance_updated',
  change_event: 'change_event',
  update_tshirt: 'tshirt_updated',
  update_wave: 'category_updated',
  update_tags: 'data_updated',
  create_pdf: 'pdf_created',
  create_evidence: 'chargeback',
  send_mail: 'mail_sended',
  assign_number: 'assign_number',
  remove_number: 'no_assign_number',
  apply_coupon: 'coupon_applied',
  request_payment: 'pending_payment',
  pay: 'paid',
  remove_wallet: 'wallet_removed',
  cancel: 'cancelled',
  wallet_refund: 'wallet_refund',
  reverse_refund: 'wallet_refund',
  reactivate: 'cancelled',
  open_chargeback: 'chargeback',
  close_chargeback: 'chargeback',
  register: 'started',
  save_answers: 'questions_saved',
};
/** Actions that bring no value about, and who may run them. */
const apart: Readonly<Record<string, readonly string[]>> = {
  quote: ['event-admin-inscription', 'event-import-inscriptions'],
  sign_link: ['event-delivery', 'event-exoneration'],
  remind_waiver: ['event-exoneration'],
  close_with_event: ['events'], // the actions of an event do these to all of its registrations
  return_with_event: ['events'],
  tell_postponed: ['events'],
  tell_race_call: ['events'],
  write_mail: ['event-inscription'],
  assign_pickup: ['report-innovasport'],
};
/** Actions that fewer keys open than bring their value about, with why. */
const narrower: Readonly<Record<string, readonly string[]>> = {
  update_name: ['event-inscription'], // people with only the key of administrators may do so only after the freeze
  register: ['event-admin-inscription', 'event-import-inscriptions'], // partners bring theirs as external registrations
  pay: ['event-admin-inscription'], // files and partners bring what is paid elsewhere, and take no money
};

describe('the keys of an action', () => {
  test('are those of the value that it brings about, but for the exceptions that are named here', () => {
    const access = inscriptions.access as Readonly<Record<string, readonly string[]>>;
    const words = (name: string): readonly string[] => agreedHands[brought[name]!].split('/')[0]!.trim().split(' ');
    expect([...Object.keys(brought), ...Object.keys(apart)].sort()).toEqual(Object.keys(inscriptions.actions ?? {}).sort());
    for (const [name, keys] of Object.entries(apart))
      expect([name, [...(access[name] ?? [inscriptions.permission].flat())].sort()]).toEqual([name, keys]);
    for (const name of Object.keys(brought))
      expect([name, [...access[name]!].sort()]).toEqual([name, [...(narrower[name] ?? words(name))].sort()]);
    for (const [name, keys] of Object.entries(narrower)) expect(words(name)).toEqual(expect.arrayContaining([...keys]));
  });
});

describe('a way from one status to another', () => {
  test.each(['new', ...states] as const)('from %s leads only where it was agreed, whatever came before', (from) => {
    for (const to of states)
      for (const previous of [undefined, ...states])
        expect({ to, previous, may: mayMove(from, to, previous) }).toEqual({ to, previous, may: leads(from, to, previous) });
  });

  test.each(states)('is offered to %s from the same statuses that lead there', (to) => {
    expect([...before(to)].sort()).toEqual(states.filter((from) => words(forward[from]).includes(to)).sort());
  });
});

interface Walk {
  readonly log: readonly { readonly status: InscriptionStatus }[];
  readonly path: readonly Lifecycle[];
}
/** The path of an inscription: a way forward adds a status, a way back takes the last one away. */
const standing = (path: readonly Lifecycle[]): readonly Lifecycle[] => {
  const stack: Lifecycle[] = [];
  for (const to of path) {
    if (!words(forward[stack.at(-1) ?? 'new']).includes(to)) stack.splice(-2);
    stack.push(to);
  }
  return stack;
};
/** Every row that may follow. */
const nextOf = (path: readonly Lifecycle[]): readonly InscriptionStatus[] => {
  const from = path.at(-1) ?? 'new';
  const ways = states.filter((to) => leads(from, to, standing(path).at(-2)));
  return [
    ...ways,
    ...(from === 'new' ? [] : Object.keys(logged).filter((value) => words(logged[value]).includes(from))),
  ] as readonly InscriptionStatus[];
};
const walked = (choices: readonly number[]): Walk =>
  choices.reduce<Walk>(
    ({ log, path }, choice) => {
      const open = nextOf(path);
      if (open.length === 0) return { log, path };
      const status = open[choice % open.length]!;
      return { log: [...log, { status }], path: status in logged ? path : [...path, status as Lifecycle] };
    },
    { log: [], path: [] },
  );
const choices = fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 });
const pathOf = (log: Walk['log']): readonly Lifecycle[] => log.flatMap(({ status }) => (status in logged ? [] : [status as Lifecycle]));

describe('a log', () => {
  test('that follows the agreed ways replays to where it ends', () => {
    fc.assert(
      fc.property(choices, (picked) => {
        const { log, path } = walked(picked);
        expect(replay(log)).toBe(path.at(-1));
      }),
      { numRuns: 2000 },
    );
  });

  test('with one foreign step is refused', () => {
    fc.assert(
      fc.property(choices, fc.nat(1000), fc.nat(1000), (picked, at, which) => {
        const { log } = walked(picked);
        const head = log.slice(0, at % (log.length + 1));
        const open = nextOf(pathOf(head));
        const foreign = inscriptionStatuses.filter((status) => !open.includes(status));
        expect(() => replay([...head, { status: foreign[which % foreign.length]! }, ...log.slice(head.length)])).toThrow(
          /no way leads|cannot be logged/,
        );
      }),
      { numRuns: 2000 },
    );
  });

  test('that is empty leads nowhere', () => {
    expect(() => replay([])).toThrow('an empty log');
  });
});
