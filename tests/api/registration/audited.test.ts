import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { inscriptions } from '@/resources/inscriptions/inscriptions';
import { localGateway } from '../../../server/adapters/paymentGateway/localGateway';
import { inSystemTransaction } from '../../../server/kernel/transaction';
import { expireHolds } from '../../../server/features/registration/expireHolds';
import { openCharges } from '../../../server/features/registration/openCharges';
import { settleCharge } from '../../../server/features/registration/settleCharge';
import { tracing, whole } from '../../support/traces';
import { openArena, type Arena } from './randomActions';
import { openScene, type Scene } from './support';

/** Records that somebody may look up the history of. Movements and the log are ledgers, which are their own history; a wallet is the sum of its ledger. */
const audited = [
  'inscriptions',
  'payments',
  'orders',
  'coupon_uses',
  'coupons',
  'coupon_batches',
  'bibs',
  'bib_pools',
  'tshirt_stock',
  'distances',
  'events',
  'price_tiers',
  'exoneration_signatures',
  'web_users',
  'waves',
  'inscription_documents',
  'inscription_letters',
] as const;

let scene: Scene, arena: Arena;
beforeAll(async () => {
  scene = await openScene();
});
beforeEach(async () => {
  arena = await openArena(scene, { athletes: 3, seats: [3, 3], bibs: [5, 5], shirts: [3, 3], uses: 1, budget: 90_000, cents: 100_000 });
});
afterAll(() => scene.close());

const traced = (action: () => Promise<unknown>, mayCopy = false) => tracing(scene.pool, audited, { mayCopy }).traced(action);
const lastAudit = () => tracing(scene.pool, audited).lastAudit();

const must = async (id: number, action: string, input: object = {}, person = scene.support): Promise<unknown> => {
  const answer = await scene.act(person, id, action, input);
  expect(answer, `${action} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
  return answer.body;
};
const held = async (athlete = 0): Promise<number> =>
  (
    await scene.support.post('/v2/inscription/inscriptions', {
      eventid: arena.eventid,
      distanceid: arena.distances[0],
      web_userid: arena.athletes[athlete],
      tshirt_modelid: arena.shirt,
      tshirt_size: 'M',
    })
  ).body.inscriptionid;
const paid = async (): Promise<number> => {
  const id = await held();
  await must(id, 'pay', { method: 'cash' });
  return id;
};
const withCoupon = async (): Promise<number> => {
  const id = await held();
  await must(id, 'apply_coupon', { couponid: arena.coupons[0] });
  return id;
};
const waiting = async (): Promise<number> => {
  const id = await withCoupon();
  await must(id, 'request_payment', { method: 'oxxo', wallet_cents: 10_000 });
  return id;
};
const disputed = async (): Promise<number> => {
  const id = await paid();
  await must(id, 'open_chargeback', { reason: 'banco' }, scene.finance);
  return id;
};
const refunded = async (): Promise<number> => {
  const id = await paid();
  await must(id, 'wallet_refund', { reason: 'x', amount_cents: 100 }, scene.finance);
  return id;
};

interface Case {
  readonly from: () => Promise<number>;
  readonly input: () => object;
  readonly kinds: string;
  readonly finance?: boolean;
  readonly copies?: boolean;
}
/** Each action, from where it starts, and the kinds of records that it changes. */
const cases: Readonly<Record<keyof NonNullable<typeof inscriptions.actions>, Case>> = {
  update_comment: { from: paid, input: () => ({ comment: 'x' }), kinds: 'inscriptions' },
  update_number: { from: paid, input: () => ({ number: 4 }), kinds: 'inscriptions bibs' },
  update_name: { from: paid, input: () => ({ first_name: 'Otra', last_name: 'Persona', method: 'cash' }), kinds: 'inscriptions payments' },
  change_event: {
    from: paid,
    input: () => ({ eventid: arena.other.eventid, distanceid: arena.other.distances[0] }),
    kinds: 'inscriptions bibs orders payments',
  },
  update_race: { from: paid, input: () => ({ distanceid: arena.distances[1] }), kinds: 'inscriptions bibs payments' },
  update_tshirt: { from: paid, input: () => ({ tshirt_size: 'L' }), kinds: 'inscriptions' },
  update_wave: { from: paid, input: () => ({ waveid: arena.waves[0] }), kinds: 'inscriptions' },
  send_mail: { from: paid, input: () => ({}), kinds: 'inscription_documents inscription_letters', copies: true },
  create_pdf: { from: paid, input: () => ({}), kinds: 'inscription_documents', copies: true },
  assign_number: {
    from: async () => {
      const id = await paid();
      await must(id, 'remove_number', { reason: 'x' });
      return id;
    },
    input: () => ({}),
    kinds: 'inscriptions bibs',
  },
  remove_number: { from: paid, input: () => ({ reason: 'x' }), kinds: 'inscriptions bibs' },
  apply_coupon: { from: held, input: () => ({ couponid: arena.coupons[0] }), kinds: 'inscriptions coupon_uses coupons' },
  request_payment: { from: held, input: () => ({ method: 'card', wallet_cents: 10_000 }), kinds: 'inscriptions payments' },
  pay: { from: withCoupon, input: () => ({ method: 'cash' }), kinds: 'inscriptions payments bibs coupon_uses orders' },
  remove_wallet: { from: waiting, input: () => ({ reason: 'x' }), kinds: 'inscriptions payments', finance: true },
  cancel: { from: waiting, input: () => ({ cancel_reason: 'admin' }), kinds: 'inscriptions payments coupon_uses coupons orders' },
  wallet_refund: {
    from: paid,
    input: () => ({ reason: 'x', amount_cents: 100 }),
    kinds: 'inscriptions payments bibs orders',
    finance: true,
  },
  reverse_refund: { from: refunded, input: () => ({ reason: 'x' }), kinds: 'inscriptions payments bibs orders', finance: true },
  reactivate: {
    from: async () => {
      const id = await withCoupon();
      await must(id, 'pay', { method: 'cash' });
      await must(id, 'cancel', { cancel_reason: 'admin' });
      return id;
    },
    input: () => ({ reason: 'x' }),
    kinds: 'inscriptions bibs coupon_uses coupons orders',
  },
  open_chargeback: { from: paid, input: () => ({ reason: 'x' }), kinds: 'inscriptions payments inscription_documents', finance: true },
  create_evidence: {
    from: async () => {
      const id = await disputed();
      await must(id, 'update_comment', { comment: 'x' });
      return id;
    },
    input: () => ({}),
    kinds: 'inscription_documents',
    finance: true,
    copies: true,
  },
  close_chargeback: {
    from: disputed,
    input: () => ({ outcome: 'lost', reason: 'x' }),
    kinds: 'inscriptions payments bibs orders',
    finance: true,
  },
};

describe('whatever an action of an inscription changes leaves an audit', () => {
  test.each(Object.entries<Case>(cases))('%s', async (action, { from, input, kinds, finance, copies }) => {
    const id = await from();
    expect(await traced(() => must(id, action, input(), finance ? scene.finance : scene.support), copies)).toEqual(whole(kinds));
  });

  test('a refund that a second person approves or turns down', async () => {
    await scene.pool.query('update organizations set refund_approval_cents = 50');
    const ask = async (): Promise<number> => {
      const id = await paid();
      await must(id, 'wallet_refund', { reason: 'x', amount_cents: 100 }, scene.finance);
      return Number(
        (await scene.pool.query(`select paymentid from payments where inscriptionid = $1 and status = 'created'`, [id])).rows[0].paymentid,
      );
    };
    const approved = await ask();
    expect(await traced(() => scene.chief.post(`/v2/inscription/payments/${approved}/approve`))).toEqual(
      whole('inscriptions payments bibs orders'),
    );
    const rejected = await ask();
    expect(await traced(() => scene.chief.post(`/v2/inscription/payments/${rejected}/reject`, { input: { reason: 'x' } }))).toEqual(
      whole('payments'),
    );
    await scene.pool.query('update organizations set refund_approval_cents = 200000');
  });
});

describe('what nobody asked for leaves an audit of the server', () => {
  const deps = () => ({ pool: scene.pool, registry });
  const jobs = async (): Promise<unknown> =>
    (await scene.pool.query(`select distinct source, actor_userid from audits where auditid > $1`, [mark])).rows;
  let mark = 0;
  beforeEach(async () => {
    mark = await lastAudit();
  });

  test('a hold whose time is over', async () => {
    const id = await waiting();
    await scene.pool.query('update inscriptions set expires_at = now() where inscriptionid = $1', [id]);
    mark = await lastAudit();
    expect(await traced(() => expireHolds(deps()))).toEqual(whole('inscriptions payments coupon_uses coupons orders'));
    expect(await jobs()).toEqual([{ source: 'job', actor_userid: null }]);
    const { rows } = await scene.pool.query(
      `select action, before, after from audits where resource = 'inscriptions' and recordid = $1 and auditid > $2 order by auditid`,
      [id, mark],
    );
    expect(rows).toMatchObject([
      { action: 'cancelled', before: { status: 'pending_payment' }, after: { status: 'cancelled', cancel_reason: 'expired' } },
    ]);
  });

  test('a charge that the gateway opens, and one that it reports as paid', async () => {
    const id = await waiting();
    expect(await traced(() => openCharges(deps(), localGateway(scene.pool, 'a secret of tests that is long enough')))).toEqual(
      whole('payments'),
    );
    const charge = Number(
      (await scene.pool.query(`select paymentid from payments where inscriptionid = $1 and status = 'pending'`, [id])).rows[0].paymentid,
    );
    expect(await traced(() => inSystemTransaction(deps(), (tx) => settleCharge(tx, charge, 'aut-1')))).toEqual(
      whole('inscriptions payments bibs coupon_uses orders'),
    );
  });
});
