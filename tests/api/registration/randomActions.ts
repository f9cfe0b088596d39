import fc from 'fast-check';
import { registry } from '@/resources';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { DomainError } from '../../../server/kernel/DomainError';
import { inSystemTransaction, type Transaction } from '../../../server/kernel/transaction';
import { explain } from '../../../server/kernel/constraints';
import { readStored } from '../../../server/api/list/stored';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { advance } from '../../../server/features/registration/advance';
import { returnOf } from '../../../server/features/log/log';
import { numberAfterPayment } from '../../../server/features/registration/numbering';
import { settleCharge } from '../../../server/features/registration/settleCharge';
import { add } from '../support/world';
import type { Scene } from './support';
import { execute } from '../../../server/kernel/select';
import { sql } from '../../../server/kernel/sql';

/** How little there is of everything. */
export interface Scarcity {
  readonly athletes: number;
  readonly seats: readonly [ten: number, five: number];
  readonly bibs: readonly [ten: number, five: number];
  readonly shirts: readonly [medium: number, large: number];
  readonly uses: number;
  readonly budget: number;
  readonly cents: number;
}
/** One event in which everything is scarce. */
export interface Arena {
  readonly scene: Scene;
  readonly eventid: number;
  readonly distances: readonly [number, number];
  /** Another event, to which somebody may change. */
  readonly other: { readonly eventid: number; readonly distances: readonly [number, number] };
  readonly waves: readonly number[];
  readonly shirt: number;
  readonly athletes: readonly number[];
  readonly coupons: readonly number[];
  /** Inscriptions in the order in which they came. */
  readonly signed: number[];
}

const dayMs = 86_400_000;
const at = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
let made = 0;

/** Adds an event with two distances of different price, a pool of bibs for each, two sizes of shirt, coupons with a quota, a use for each athlete and a budget, and athletes with a little money. */
export const openArena = async (scene: Scene, { athletes, seats, bibs, shirts, uses, budget, cents }: Scarcity): Promise<Arena> => {
  const { pool, org, chief } = scene;
  made += 1;
  const must = async (service: string, resource: string, body: unknown): Promise<any> => {
    const answer = await chief.post(`/v2/${service}/${resource}`, body);
    if (answer.status !== 201) throw new Error(`${resource}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const eventid = await add.event(pool, org, `arena-${made}`, {
    status: 'published',
    refund_policy: 'wallet',
    numbering_mode: 'automatic',
    start_at: at(40),
    registration_close_at: at(30),
    refund_schedule: JSON.stringify([{ days_before: 10, percent: 80 }]),
  });
  const distance = async (code: string, capacity: number, price_cents: number, at_event = eventid): Promise<number> =>
    (
      await must('event', 'distances', {
        eventid: at_event,
        name: code,
        code,
        capacity,
        price_tiers: [{ name: 'Única', starts_at: at(-1), ends_at: at(30), price_cents, service_fee_cents: 2_500, qty_limit: capacity }],
        age_categories: [],
      })
    ).distanceid;
  const distances = [await distance('10K', seats[0], 60_000), await distance('5K', seats[1], 40_000)] as const;
  const elsewhere = await add.event(pool, org, `vecina-${made}`, {
    status: 'published',
    refund_policy: 'wallet',
    numbering_mode: 'none',
    start_at: at(50),
    registration_close_at: at(30),
  });
  const other = {
    eventid: elsewhere,
    distances: [await distance('10K', seats[1], 50_000, elsewhere), await distance('5K', seats[1], 70_000, elsewhere)] as const,
  };
  const wave = async (name: string, capacity: number, distanceids: readonly number[]): Promise<number> =>
    (await must('event', 'waves', { eventid, name, start_at: at(40), capacity, distanceids })).waveid;
  const waves = [await wave('A', seats[1], []), await wave('B', seats[0], [distances[0]])];
  await must('event', 'bib_pools', { eventid, name: 'Diez', distanceids: [distances[0]], start: 1, end: bibs[0] });
  await must('event', 'bib_pools', { eventid, name: 'Cinco', distanceids: [distances[1]], start: 501, end: 500 + bibs[1] });
  const shirt = (
    await must('event', 'tshirt_models', {
      eventid,
      name: 'Oficial',
      sizes: [
        { size: 'M', ordered: 1 },
        { size: 'L', ordered: 1 },
      ],
    })
  ).tshirt_modelid;
  const { rows } = await pool.query<{ id: number }>(
    'select tshirt_stockid as id from tshirt_stock where tshirt_modelid = $1 order by sort, tshirt_stockid',
    [shirt],
  );
  for (const [index, { id }] of rows.entries()) await chief.post(`/v2/event/tshirt_stock/${id}/receive`, { input: { qty: shirts[index] } });
  const coupon = async (code: string, more: object): Promise<number> =>
    (await must('event', 'coupons', { organizationid: org, eventid, code: `${code}${made}`, ...more })).couponid;
  const coupons = [
    await coupon('CUOTA', { type: 'percent', value: 50, max_uses: uses, max_uses_per_user: 1000 }),
    await coupon('UNAVEZ', { type: 'amount', value: 10_000, max_uses_per_user: 1 }),
    await coupon('BOLSA', { type: 'fixed_price', value: 30_000, budget_cents: budget, max_uses_per_user: 1000 }),
    await coupon('GRATIS', { type: 'free', max_uses: uses, max_uses_per_user: 1000 }),
    await coupon('LUGAR', { type: 'percent', value: 20, distanceids: [distances[0]], max_uses_per_user: 1000 }),
  ];
  const people: number[] = [];
  for (let number = 0; number < athletes; number += 1) {
    const web_userid = await add.athlete(pool, `Atleta${made}x${number}`);
    people.push(web_userid);
    const walletid = Number(
      (await pool.query('insert into wallets (web_userid) values ($1) returning walletid', [web_userid])).rows[0].walletid,
    );
    await chief.post(`/v2/user/wallets/${walletid}/credit`, { input: { amount_cents: cents, reason: 'Saldo inicial' } });
  }
  return { scene, eventid, distances, other, waves, shirt, athletes: people, coupons, signed: [] };
};

const nat = fc.nat(10_000),
  reason = 'Una razón',
  pick = <T>(list: readonly T[], which: number): T => list[which % list.length]!;
const counter = fc.constantFrom('cash', 'pos', 'wallet', 'external'),
  online = fc.constantFrom('card', 'oxxo', 'spei');
const fate = fc.constantFrom('free', 'restricted', 'lost', 'damaged'),
  size = fc.constantFrom('M', 'L'),
  flag = fc.boolean();
const wallet = fc.constantFrom(0, 1, 12_500, 20_000, 62_500);

/** What people and systems do to inscriptions. `who` and the other numbers choose among what there is. */
export const randomActions = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('sign_up' as const), who: nat, distance: nat, size: fc.option(size) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('apply_coupon' as const), who: nat, coupon: nat }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('request_payment' as const), who: nat, method: online, wallet_cents: wallet }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      who: nat,
      method: fc.oneof({ weight: 6, arbitrary: counter }, { weight: 1, arbitrary: fc.constant('courtesy') }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle' as const), who: nat, which: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decline' as const), who: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire' as const), who: nat }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update_number' as const), who: nat, number: nat, old_bib: fate }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('update_race' as const),
      who: nat,
      distance: nat,
      waive: flag,
      drop: flag,
      method: fc.option(counter),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('change_event' as const), who: nat, distance: nat, waive: flag, method: fc.option(counter) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update_wave' as const), who: nat, wave: fc.option(nat) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create_pdf' as const),
      who: nat,
      document: fc.constantFrom('confirmation', 'confirmation', 'receipt', 'exoneration'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create_evidence' as const), who: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send_mail' as const), who: nat }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('update_comment' as const),
      who: nat,
      comment: fc.constantFrom(null, 'Llega tarde', 'Pide silla'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse_refund' as const), who: nat }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('update_name' as const), who: nat, name: nat, waive: flag, method: fc.option(counter) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('update_tshirt' as const), who: nat, size }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('assign_number' as const), who: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove_number' as const), who: nat, old_bib: fate }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove_wallet' as const), who: nat }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      who: nat,
      cancel_reason: fc.constantFrom('requested', 'fraud', 'admin'),
      override: flag,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wallet_refund' as const),
      who: nat,
      amount_cents: fc.option(fc.constantFrom(1, 20_000, 62_500)),
      return_coupon: flag,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('approve' as const, 'reject' as const), who: nat }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reactivate' as const), who: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open_chargeback' as const), who: nat }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('close_chargeback' as const), who: nat, outcome: fc.constantFrom('won', 'lost') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand_out' as const), who: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('merge' as const, 'unmerge' as const), who: nat }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('join' as const), who: nat, distance: nat }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('offer' as const, 'withdraw' as const), who: nat }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('credit' as const, 'debit' as const),
      who: nat,
      amount_cents: fc.integer({ min: 1, max: 40_000 }),
    }),
  },
);
export type RandomAction = typeof randomActions extends fc.Arbitrary<infer D> ? D : never;

/** How it went: what the API answered, or the same for what no request does. `0` is an action for which there was nobody. */
export interface Outcome {
  readonly status: number;
  readonly body?: any;
}
const none: Outcome = { status: 0 };

const bySystem = async (work: (tx: Transaction) => Promise<unknown>, { pool }: Scene): Promise<Outcome> => {
  try {
    return {
      status: 200,
      body: await inSystemTransaction({ pool, registry }, (tx) =>
        work(tx).catch((error: unknown) => {
          throw explain(tx, inscriptions, error);
        }),
      ),
    };
  } catch (error) {
    if (error instanceof DomainError) return { status: error.statusCode, body: { message: error.code } };
    throw error;
  }
};
const locked = async (tx: Transaction, id: number): Promise<Inscription> =>
  (await readStored(tx, inscriptions, id, { lock: true })) as unknown as Inscription;

const handOut = async (tx: Transaction, id: number): Promise<void> => {
  const row = await locked(tx, id);
  if (!['assign_number', 'no_assign_number'].includes(row.status) || row.kit_status !== 'pending') throw new DomainError('ALREADY_EXISTS');
  await execute(
    tx,
    sql`insert into tshirt_movements (tshirt_stockid, type, qty, reserved_change, delivered_change, inscriptionid)
    select tshirt_stockid, 'deliver', 1, -1, 1, ${id}::bigint from tshirt_movements where inscriptionid = ${id} group by tshirt_stockid having sum(reserved_change) > 0`,
  );
  await execute(tx, sql`update inscriptions set kit_status = 'delivered' where inscriptionid = ${id}`);
};
/** Undoes a merge: the duplicate returns to where it was, and what was active is numbered again. */
const unmerge = async (tx: Transaction, id: number): Promise<void> => {
  const row = await locked(tx, id);
  const { to, isActive } = await returnOf(tx, id);
  if (row.status !== 'merged' || !to) throw new DomainError('NO_RETURN');
  const back = await advance(tx, row, to, { isBack: true, reason });
  if (isActive) await numberAfterPayment(tx, back);
};
const lapse = async ({ scene }: Arena, id: number): Promise<Outcome> => {
  await scene.pool.query(
    "update inscriptions set expires_at = now() - interval '1 millisecond' where inscriptionid = $1 and expires_at is not null",
    [id],
  );
  return { status: 200, body: await expireHolds({ pool: scene.pool, registry }) };
};

const hold = ['started', 'pending_payment', 'payment_declined'],
  active = ['paid', 'assign_number', 'no_assign_number'];
/** In which statuses a thing is likely to be done; some of them are done to anybody all the same. */
const likely: { readonly [K in RandomAction['kind']]?: readonly string[] } = {
  apply_coupon: ['started', 'payment_declined'],
  request_payment: ['started', 'payment_declined'],
  pay: hold,
  settle: ['pending_payment', 'cancelled', 'assign_number'],
  decline: ['pending_payment'],
  expire: hold,
  change_event: active,
  create_pdf: active,
  send_mail: active,
  update_wave: active,
  reverse_refund: ['wallet_refund'],
  update_number: active,
  update_race: [...hold, ...active],
  update_name: active,
  update_tshirt: [...hold, ...active],
  assign_number: ['paid', 'no_assign_number'],
  remove_number: ['assign_number'],
  remove_wallet: hold,
  cancel: [...hold, ...active],
  wallet_refund: [...active, 'cancelled'],
  approve: active,
  reject: active,
  reactivate: ['cancelled'],
  open_chargeback: active,
  close_chargeback: ['chargeback'],
  create_evidence: ['chargeback'],
  hand_out: active,
  merge: [...hold, ...active, 'chargeback', 'cancelled', 'wallet_refund'],
  unmerge: ['merged'],
};
const anybody = 6;
const waitingSql = `select inscriptionid from inscriptions i where eventid = $1 and exists (select 1 from payments p where p.inscriptionid = i.inscriptionid and p.type = 'refund' and p.status = 'created') order by 1`;
/** Whom it is done to. */
const chosen = async ({ scene, eventid, signed }: Arena, { kind, who }: Pick<RandomAction, 'kind' | 'who'>): Promise<number> => {
  if (who % anybody === 0) return pick(signed, who);
  const { rows } =
    kind === 'approve' || kind === 'reject'
      ? await scene.pool.query<{ inscriptionid: number }>(waitingSql, [eventid])
      : await scene.pool.query<{ inscriptionid: number }>(
          'select inscriptionid from inscriptions where eventid = $1 and status = any($2) order by 1',
          [eventid, likely[kind] ?? []],
        );
  return rows.length > 0 ? pick(rows, who).inscriptionid : pick(signed, who);
};

/** Does one thing in an arena, as the person who may. */
export const perform = async (arena: Arena, action: RandomAction): Promise<Outcome> => {
  const { scene, signed, distances } = arena;
  const first = async (text: string, values: readonly unknown[]): Promise<any> => (await scene.pool.query(text, values as unknown[])).rows;
  if (action.kind === 'sign_up') {
    const { status, body } = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: pick(distances, action.distance),
      web_userid: pick(arena.athletes, action.who),
      channel: action.who % 2 ? 'web' : 'backoffice',
      ...(action.size && { tshirt_modelid: arena.shirt, tshirt_size: action.size }),
    });
    if (status === 201) signed.push(body.inscriptionid);
    return { status, body };
  }
  const waiting = '/v2/inscription/waitlist_entries';
  if (action.kind === 'join')
    return scene.support.post(waiting, {
      eventid: arena.eventid,
      distanceid: pick(distances, action.distance),
      web_userid: pick(arena.athletes, action.who),
    });
  if (action.kind === 'offer' || action.kind === 'withdraw') {
    const entries = await first('select waitlist_entryid as id from waitlist_entries where eventid = $1 order by 1', [arena.eventid]);
    return entries.length > 0
      ? scene.support.post(`${waiting}/${pick<any>(entries, action.who).id}/${action.kind}`, {
          input: action.kind === 'withdraw' ? { reason } : {},
        })
      : none;
  }
  if (action.kind === 'credit' || action.kind === 'debit') {
    const [{ walletid }] = await first('select walletid from wallets where web_userid = $1', [pick(arena.athletes, action.who)]);
    // What one person gave to a wallet is added up over a day: the first balances came from somebody else.
    const person = action.kind === 'credit' ? scene.finance : scene.chief;
    return person.post(`/v2/user/wallets/${walletid}/${action.kind}`, { input: { amount_cents: action.amount_cents, reason } });
  }
  if (signed.length === 0) return none;
  const id = await chosen(arena, action);
  const act = (input: object, person = scene.support): Promise<Outcome> => scene.act(person, id, action.kind, input);
  switch (action.kind) {
    case 'apply_coupon':
      return act({ couponid: pick(arena.coupons, action.coupon) });
    case 'request_payment':
      return act({ method: action.method, wallet_cents: action.wallet_cents });
    case 'pay':
      return act({ method: action.method, reason });
    case 'update_number':
      return act({ number: (action.number % 8) + (action.number % 3 ? 0 : 500), old_bib: action.old_bib });
    case 'update_race':
      return act({
        distanceid: pick(distances, action.distance),
        difference: action.waive ? 'waive' : 'policy',
        coupon: action.drop ? 'drop' : 'keep',
        reason,
        ...(action.method && { method: action.method }),
      });
    case 'change_event': {
      const answer = await act({
        eventid: arena.other.eventid,
        distanceid: pick(arena.other.distances, action.distance),
        difference: action.waive ? 'waive' : 'policy',
        reason,
        ...(action.method && { method: action.method }),
      });
      if (answer.status === 200) signed.push(answer.body.result.inscriptionid);
      return answer;
    }
    case 'update_wave':
      return act({ waveid: action.wave === null ? null : pick(arena.waves, action.wave), reason });
    case 'create_pdf':
      return act({ kind: action.document });
    case 'send_mail':
      return act({});
    case 'create_evidence':
      return act({}, scene.finance);
    case 'update_comment':
      return act({ comment: action.comment });
    case 'reverse_refund':
      return act({ reason }, scene.finance);
    case 'update_name':
      return act({
        first_name: `Nombre${action.name % 3}`,
        last_name: 'Prueba',
        fee: action.waive ? 'waive' : 'policy',
        reason,
        ...(action.method && { method: action.method }),
      });
    case 'update_tshirt':
      return act({ tshirt_size: action.size, tshirt_modelid: arena.shirt });
    case 'assign_number':
      return act({});
    case 'remove_number':
      return act({ old_bib: action.old_bib, reason });
    case 'remove_wallet':
      return act({ reason }, scene.finance);
    case 'cancel':
      return act({ cancel_reason: action.cancel_reason, reason, override: action.override });
    case 'wallet_refund':
      return act(
        { reason, return_coupon: action.return_coupon, ...(action.amount_cents && { amount_cents: action.amount_cents }) },
        scene.finance,
      );
    case 'reactivate':
      return act({ reason });
    case 'open_chargeback':
      return act({ reason }, scene.finance);
    case 'close_chargeback':
      return act({ outcome: action.outcome, reason }, scene.finance);
    case 'approve':
    case 'reject': {
      const [payment] = await first(`select paymentid from payments where inscriptionid = $1 and type = 'refund' and status = 'created'`, [
        id,
      ]);
      return payment
        ? scene.chief.post(`/v2/inscription/payments/${payment.paymentid}/${action.kind}`, {
            input: action.kind === 'reject' ? { reason } : {},
          })
        : none;
    }
    case 'decline':
      return bySystem(async (tx) => {
        await advance(tx, await locked(tx, id), 'payment_declined', { actor: 'gateway', reason: 'insufficient_funds' });
      }, scene);
    case 'settle': {
      const charges = await first(
        `select paymentid from payments where inscriptionid = $1 and type = 'charge' and method in ('card', 'oxxo', 'spei') order by 1`,
        [id],
      );
      return charges.length > 0
        ? bySystem((tx) => settleCharge(tx, Number(pick<any>(charges, action.which).paymentid), 'pasarela'), scene)
        : none;
    }
    case 'expire':
      return lapse(arena, id);
    case 'hand_out':
      return bySystem((tx) => handOut(tx, id), scene);
    case 'merge':
      return bySystem(async (tx) => {
        await advance(tx, await locked(tx, id), 'merged', { reason });
      }, scene);
    case 'unmerge':
      return bySystem((tx) => unmerge(tx, id), scene);
  }
};
