import fc from 'fast-check';
import type { Arena, Scarcity } from './randomActions';

/** Enough for everybody to begin with; what is left is taken away before each bulk action. */
export const plenty: Scarcity = { athletes: 9, seats: [40, 40], bibs: [30, 30], shirts: [30, 30], uses: 40, budget: 2_000_000, cents: 0 };

const nat = fc.nat(1000),
  flag = fc.boolean(),
  reason = 'Una razón',
  pick = <T>(list: readonly T[], which: number): T => list[which % list.length]!;
/** What is done to all registrations of an event at once. */
const bulk = fc.oneof(
  fc.record({
    action: fc.constant('update_race' as const),
    which: nat,
    waive: flag,
    drop: flag,
    method: fc.constantFrom(null, null, 'cash', 'wallet'),
  }),
  fc.record({ action: fc.constant('update_tshirt' as const), size: fc.constantFrom('M', 'L'), named: flag }),
  fc.record({ action: fc.constant('update_wave' as const), wave: fc.option(nat) }),
  fc.record({ action: fc.constant('assign_number' as const), order: fc.constantFrom('created', 'last_name', 'random') }),
  fc.record({ action: fc.constant('apply_coupon' as const), which: nat }),
  fc.record({ action: fc.constant('request_payment' as const), wallet_cents: fc.constantFrom(0, 12_500, 40_000, 62_500) }),
  fc.record({ action: fc.constant('pay' as const), method: fc.constantFrom('cash', 'wallet', 'courtesy'), says: flag }),
  fc.record({ action: fc.constant('cancel' as const), override: flag, says: flag, fraud: flag }),
  fc.record({ action: fc.constant('wallet_refund' as const), amount_cents: fc.constantFrom(null, 20_000, 60_000), override: flag }),
  fc.record({ action: fc.constant('reactivate' as const) }),
  fc.record({ action: fc.constant('offer' as const) }),
  fc.record({ action: fc.constant('approve' as const) }),
);
/** The same, and what nothing runs out of. */
const anyBulk = fc.oneof(
  { weight: 12, arbitrary: bulk },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('update_comment' as const), comment: fc.constantFrom(null, 'Llega tarde') }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('remove_number' as const), old_bib: fc.constantFrom('free', 'lost') }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constantFrom('remove_wallet' as const, 'create_pdf' as const, 'send_mail' as const) }) },
);
export type Bulk = typeof anyBulk extends fc.Arbitrary<infer B> ? B : never;

/** What is asked for with a bulk action. */
export const inputOf = (arena: Arena, chosen: Bulk): object => {
  switch (chosen.action) {
    case 'update_race':
      return {
        distanceid: pick(arena.distances, chosen.which),
        difference: chosen.waive ? 'waive' : 'policy',
        coupon: chosen.drop ? 'drop' : 'keep',
        ...(chosen.method && { method: chosen.method }),
        reason,
      };
    case 'update_tshirt':
      return { tshirt_size: chosen.size, ...(chosen.named && { tshirt_modelid: arena.shirt }) };
    case 'update_wave':
      return chosen.wave === null ? {} : { waveid: pick(arena.waves, chosen.wave) };
    case 'assign_number':
      return { order: chosen.order };
    case 'apply_coupon':
      return { couponid: pick(arena.coupons, chosen.which) };
    case 'request_payment':
      return { method: 'card', wallet_cents: chosen.wallet_cents };
    case 'pay':
      return { method: chosen.method, ...(chosen.says && { reason }) };
    case 'cancel':
      return { cancel_reason: chosen.fraud ? 'fraud' : 'admin', override: chosen.override, ...(chosen.says && { reason }) };
    case 'wallet_refund':
      return { override: chosen.override, reason, ...(chosen.amount_cents !== null && { amount_cents: chosen.amount_cents }) };
    case 'reactivate':
      return { reason };
    case 'update_comment':
      return { comment: chosen.comment };
    case 'remove_number':
      return { old_bib: chosen.old_bib, reason };
    case 'remove_wallet':
      return { reason };
    case 'offer':
    case 'approve':
    case 'create_pdf':
    case 'send_mail':
      return {};
  }
};

/** What becomes of somebody before everybody is gathered. */
export const fates = fc.record({
  who: nat,
  distance: nat,
  size: fc.option(fc.constantFrom('M', 'L')),
  coupon: fc.option(nat),
  isYoung: flag,
  isMale: flag,
  wave: fc.option(nat),
  path: fc.constantFrom(
    'started',
    'started',
    'frozen',
    'pending',
    'paid',
    'paid',
    'wallet',
    'numberless',
    'numberless',
    'numberless',
    'handed',
    'waiting',
    'cancelled',
    'returned',
    'fraud',
    'twice',
  ),
});
type Fate = typeof fates extends fc.Arbitrary<infer F> ? F : never;
const steps: Readonly<Record<Fate['path'], readonly (readonly [action: string, input: object])[]>> = {
  started: [],
  frozen: [
    ['request_payment', { method: 'card', wallet_cents: 5000 }],
    ['decline', {}],
  ],
  pending: [['request_payment', { method: 'oxxo' }]],
  paid: [['pay', { method: 'cash' }]],
  wallet: [['pay', { method: 'wallet' }]],
  numberless: [
    ['pay', { method: 'cash' }],
    ['remove_number', { reason }],
  ],
  handed: [
    ['pay', { method: 'cash' }],
    ['hand', {}],
  ],
  waiting: [
    ['pay', { method: 'cash' }],
    ['wallet_refund', { amount_cents: 20_001, reason }],
  ],
  cancelled: [['cancel', { cancel_reason: 'requested' }]],
  returned: [
    ['pay', { method: 'pos' }],
    ['cancel', { cancel_reason: 'admin' }],
  ],
  fraud: [
    ['pay', { method: 'pos' }],
    ['cancel', { cancel_reason: 'fraud' }],
  ],
  twice: [],
};
const run = ({ scene }: Arena, text: string, values: readonly unknown[]) => scene.pool.query<any>(text, values as unknown[]);

/** Signs somebody up and takes them where they are to be found; what is refused on the way leaves them where they are. */
export const settle = async (arena: Arena, { who, distance, size, coupon, isYoung, isMale, wave, path }: Fate): Promise<void> => {
  const { body, status } = await arena.scene.support.post('/v2/inscription/inscriptions', {
    eventid: arena.eventid,
    distanceid: pick(arena.distances, distance),
    web_userid: pick(arena.athletes, who),
    ...(size && { tshirt_modelid: arena.shirt, tshirt_size: size }),
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const id = body.inscriptionid;
  await run(arena, 'update inscriptions set birth_date = $2, gender = $3, waveid = $4 where inscriptionid = $1', [
    id,
    isYoung ? '2004-05-05' : '1970-05-05',
    isMale ? 'M' : 'F',
    wave === null ? null : arena.waves[0],
  ]);
  const { scene } = arena;
  const act = (action: string, input: object) => scene.act(action === 'wallet_refund' ? scene.finance : scene.chief, id, action, input);
  if (coupon !== null) await act('apply_coupon', { couponid: pick(arena.coupons, coupon) });
  for (const [action, input] of steps[path]) {
    if (action === 'hand') await run(arena, `update inscriptions set kit_status = 'delivered' where inscriptionid = $1`, [id]);
    else if (action === 'decline') await run(arena, `update inscriptions set status = 'payment_declined' where inscriptionid = $1`, [id]);
    else await act(action, input);
  }
};

const few = fc.nat(3);
/** How much is left of everything when all of them come at once. */
const rest = fc.record({
  seats: fc.tuple(few, few),
  tiers: fc.tuple(fc.option(few), fc.option(few)),
  wave: few,
  bibs: few,
  shirts: few,
  uses: few,
  budget: fc.constantFrom(0, 20_000, 45_000, 120_000),
  batch: fc.constantFrom(0, 15_000, 60_000),
  cents: fc.constantFrom(0, 4000, 30_000, 45_000, 130_000),
  isBlocked: fc.constantFrom(false, false, true),
  oldest: fc.option(fc.constant(40)),
  branch: fc.constantFrom('any', 'any', 'F'),
  paused: fc.constantFrom(null, null, null, 0),
  policy: fc.constantFrom('pay_difference', 'pay_difference', 'free', 'none'),
});
/** A bulk action, what is left of everything when it comes, and whether it is done to all. */
export const bulks = fc.tuple(anyBulk, rest, flag);
/** Only those of which it is foreseen whom they leave out. */
export const foreseenBulks = fc.tuple(bulk, rest, flag);
type Rest = typeof rest extends fc.Arbitrary<infer R> ? R : never;
export const leave = async (arena: Arena, left: Rest): Promise<void> => {
  const { eventid, distances, shirt, coupons, athletes, waves } = arena;
  for (const [at, distanceid] of distances.entries()) {
    await run(
      arena,
      'update distances set capacity = greatest(1, sold_count + held_count + $2), age_max = $3, branch_rule = $4, status = $5 where distanceid = $1',
      [distanceid, left.seats[at], left.oldest, left.branch, left.paused === at ? 'paused' : 'open'],
    );
    await run(
      arena,
      'update price_tiers set qty_limit = case when $2::int is not null then greatest(1, sold_count + $2::int) end where distanceid = $1',
      [distanceid, left.tiers[at]],
    );
  }
  await run(arena, 'update waves set capacity = greatest(1, assigned_count + $2) where waveid = any($1)', [waves, left.wave]);
  await run(
    arena,
    `update bibs b set state = case when f.place <= $2 then 'free' else 'restricted' end
       from (select bibid, row_number() over (partition by bib_poolid order by number) as place from bibs where eventid = $1 and state in ('free', 'restricted')) f where f.bibid = b.bibid`,
    [eventid, left.bibs],
  );
  await run(arena, 'update tshirt_stock set received = reserved + delivered - adjusted + $2 where tshirt_modelid = $1', [
    shirt,
    left.shirts,
  ]);
  await run(
    arena,
    `update coupons set max_uses = case when max_uses is not null then greatest(1, uses_count + reserved_count + $2) end, status = 'active' where couponid = any($1)`,
    [coupons, left.uses],
  );
  await run(
    arena,
    'update coupons set budget_cents = greatest(1, spent_cents + $2) where couponid = any($1) and budget_cents is not null',
    [coupons, left.budget],
  );
  await run(arena, 'update coupon_batches set budget_cents = greatest(1, spent_cents + $2) where eventid = $1', [eventid, left.batch]);
  await run(
    arena,
    `update wallets set available_cents = $2, status = case when $3 then 'blocked' else 'active' end where web_userid = any($1)`,
    [athletes, left.cents, left.isBlocked],
  );
  await run(arena, 'update events set distance_change_policy = $2 where eventid = $1', [eventid, left.policy]);
};
/** Two of the coupons come from one batch, whose budget they share. */
export const bundle = async (arena: Arena): Promise<void> => {
  const { eventid, coupons, scene } = arena;
  const { rows } = await run(
    arena,
    `insert into coupon_batches (organizationid, eventid, name, owner_type, qty, budget_cents) values ($1, $2, 'Lote', 'club', 3, 10000000) returning coupon_batchid as id`,
    [scene.org, eventid],
  );
  await run(arena, 'update coupons set coupon_batchid = $1 where couponid = any($2)', [rows[0].id, coupons.slice(0, 3)]);
};
/** Everybody else waits for a seat. */
export const wait = async (arena: Arena): Promise<void> => {
  const { eventid, athletes, distances } = arena;
  await run(
    arena,
    `insert into waitlist_entries (eventid, distanceid, web_userid, first_name, last_name, email)
     select $1, d.id, w.web_userid, w.first_name, w.last_name, w.email from web_users w cross join unnest($3::bigint[]) as d(id) where w.web_userid = any($2) on conflict do nothing`,
    [eventid, athletes, distances],
  );
};

const tables: { readonly [A in Bulk['action']]?: readonly [table: string, key: string] } = {
  offer: ['waitlist_entries', 'waitlist_entryid'],
  approve: ['payments', 'paymentid'],
};
const hold = ['started', 'payment_declined'],
  active = ['paid', 'assign_number', 'no_assign_number'];
/** Whom the state of most of them admits, so that they come to what is left. */
const likely: { readonly [A in Bulk['action']]?: readonly string[] } = {
  update_race: active,
  update_wave: active,
  assign_number: active,
  apply_coupon: hold,
  request_payment: hold,
  pay: hold,
  wallet_refund: active,
  reactivate: ['cancelled'],
};
/** The table of whose records a bulk action is. */
export const tableOf = ({ action }: Pick<Bulk, 'action'>): string => (tables[action] ?? ['inscriptions'])[0];
/** The address of a bulk action, and whom it is done to. */
export const targetOf = async (arena: Arena, { action }: Bulk, all: boolean) => {
  const [table, key] = tables[action] ?? ['inscriptions', 'inscriptionid'];
  const { rows } = await run(
    arena,
    `select ${key} as id from ${table} where eventid = $1 and ($2::text[] is null or status = any($2)) order by 1`,
    [arena.eventid, all ? null : (likely[action] ?? null)],
  );
  return { url: `/v2/inscription/${table}/actions/${action}`, ids: rows.map(({ id }) => Number(id)) };
};
