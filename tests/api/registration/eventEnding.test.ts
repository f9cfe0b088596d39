import { afterEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter } from '../../../server/adapters/mail/Mail';
import { hooks } from '../../../server/hooks';
import { createTranslate } from '../../../server/kernel/messages';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { eventually } from '../../support/eventually';
import { reconcile } from '../../support/reconcile';
import type { Person } from '../support/openWorld';
import { workAt } from '../support/worker';
import { openScene, type Scene } from './support';

let scene: Scene;
afterEach(() => scene.close());
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

/** Three people who paid 625.00 in cash, and one who has not paid. */
const people = async (): Promise<{ readonly paid: readonly number[]; readonly held: number }> => {
  const paid: number[] = [];
  for (const name of ['Ana', 'Beatriz', 'Carla']) {
    const { inscriptionid } = await scene.signUp(name);
    expect((await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
    paid.push(inscriptionid);
  }
  return { paid, held: (await scene.signUp('Diana')).inscriptionid };
};
const onEvent = (person: Person, action: string, input: object = {}, dry_run = false) =>
  person.post(`/v2/event/events/${scene.eventid}/${action}`, { input, dry_run });
const cancel = (person: Person, refund = 'policy', dry_run = false) =>
  onEvent(person, 'cancel', { reason: 'Huracán en la costa', refund }, dry_run);
const eventRow = async (): Promise<any> =>
  (await scene.pool.query('select to_jsonb(e) as row from events e where eventid = $1', [scene.eventid])).rows[0].row;
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
  (await scene.pool.query(text, values as unknown[])).rows;
/** Works until the run that an event began has ended. */
const finish = async (person: Person, { action, runid }: { readonly action: string; readonly runid: string }): Promise<any> => {
  const worker = workAt(scene.world, hooks);
  const ended = await eventually(async () => {
    const { body } = await person.get(`/v2/inscription/inscriptions/actions/${action}/runs/${runid}`);
    if (body.state === 'running') throw new Error(`the run has done ${body.done} of ${body.total}`);
    return body;
  });
  await worker.stop();
  return ended;
};
const refunds = () =>
  rows("select inscriptionid::int as id, method, status, amount_cents from payments where type = 'refund' order by inscriptionid");
const walletsHold = async (): Promise<number> =>
  Number((await rows('select coalesce(sum(available_cents), 0) as sum from wallets'))[0].sum);
const post = async (): Promise<readonly Letter[]> => {
  const left: Letter[] = [];
  const mail = { send: async (letter: Letter) => (left.push(letter), { provider: 'smtp' as const, ref: `r${left.length}` }) };
  await sendLetters({ pool: scene.pool, registry, translate: createTranslate('locales'), paymentLink: undefined }, mail);
  return left;
};

describe('calling an event off', () => {
  test('says before what it does, in people and in money, and changes nothing then', async () => {
    scene = await openScene();
    await people();
    const before = await eventRow();
    const { status, body } = await cancel(scene.chief, 'full', true);
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      registrations: 4,
      unpaid: 1,
      paid: 3,
      paid_cents: 187_500,
      refund_cents: 187_500,
      kept_cents: 0,
      letters: 4,
      disputed: 0,
      distances: 2,
      way: 'wallet',
    });
    expect(await eventRow()).toEqual(before);
    expect(await rows('select 1 from action_runs')).toEqual([]);
    expect((await cancel(scene.chief, 'none', true)).body.result).toMatchObject({ refund_cents: 0, kept_cents: 187_500, way: 'none' });
  });

  test('closes every registration, credits what its policy says to the cent, writes to everybody and closes the sale', async () => {
    scene = await openScene({ event: { refund_schedule: JSON.stringify([{ days_before: 30, percent: 33 }]) } });
    await scene.pool.query('update organizations set refund_approval_cents = 1000000');
    const { paid, held } = await people();
    const { body } = await cancel(scene.chief);
    expect(body.result).toMatchObject({ registrations: 4, refund_cents: 3 * 20_625, kept_cents: 3 * 41_875, way: 'wallet' });
    expect(await eventRow()).toMatchObject({ status: 'cancelled', cancelled_reason: 'Huracán en la costa', status_before: 'published' });
    const refused = await scene.support.post('/v2/inscription/inscriptions', {
      eventid: scene.eventid,
      distanceid: scene.ten,
      web_userid: (await scene.read(held)).web_userid,
    });
    expect(refused).toMatchObject({ status: 409, body: { errors: [{ path: 'eventid', code: 'EVENT_CANCELLED' }] } });
    expect(await finish(scene.chief, body.result.run)).toMatchObject({ state: 'done', ok: 4, left: { skipped: 0, failed: 0 } });
    for (const id of paid)
      expect(await scene.read(id)).toMatchObject({
        status: 'wallet_refund',
        cancel_reason: 'event_cancelled',
        paid_cents: 62_500,
        refunded_cents: 20_625,
        number: null,
        qr_token: null,
      });
    expect(await scene.read(held)).toMatchObject({ status: 'cancelled', cancel_reason: 'event_cancelled' });
    expect(await walletsHold()).toBe(3 * 20_625);
    expect(await eventRow()).toMatchObject({ sold_count: 0, held_count: 0, refunded_cents: 3 * 20_625 });
    expect(await rows('select distinct status, closed_with_event as with_event from distances')).toEqual([
      { status: 'closed', with_event: true },
    ]);
    const letters = await post();
    expect(letters.map(({ subject }) => subject)).toEqual(Array.from({ length: 4 }, () => 'Se canceló: Carrera carrera'));
    expect(letters[0]!.text).toContain('Motivo: Huracán en la costa');
    expect(letters.filter(({ text }) => text.includes('206.25'))).toHaveLength(3);
    expect(await onEvent(scene.chief, 'reopen')).toMatchObject({ status: 409, body: { code: 'EVENT_REFUNDED' } });
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('by people who hold no key of wallets asks for the refunds, which a person with the key approves', async () => {
    scene = await openScene();
    const { paid } = await people();
    const { body } = await cancel(scene.organizer, 'full');
    expect(body.result).toMatchObject({ way: 'asked', refund_cents: 187_500 });
    expect(await finish(scene.organizer, body.result.run)).toMatchObject({ state: 'done', ok: 4 });
    expect(await walletsHold()).toBe(0);
    expect(await refunds()).toEqual(paid.map((id) => ({ id, method: 'wallet', status: 'created', amount_cents: 62_500 })));
    for (const id of paid) expect(await scene.read(id)).toMatchObject({ status: 'cancelled', refunded_cents: 0 });
    expect(await scene.act(scene.support, paid[0]!, 'reactivate', { reason: 'Error' })).toMatchObject({ status: 409 });
    const asked = (await rows("select paymentid::int as id from payments where type = 'refund' order by 1")).map(({ id }) => id);
    const approved = await scene.finance.post('/v2/inscription/payments/actions/approve', { ids: asked });
    expect(approved.body).toMatchObject({ ok: 3 });
    expect(await walletsHold()).toBe(187_500);
    for (const id of paid) expect(await scene.read(id)).toMatchObject({ status: 'wallet_refund', refunded_cents: 62_500 });
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('leaves what goes back to the original means to be paid back by hand, once and by somebody else', async () => {
    scene = await openScene({ event: { refund_policy: 'original' } });
    const { paid } = await people();
    const { body } = await cancel(scene.chief);
    expect(body.result).toMatchObject({ way: 'byHand', refund_cents: 187_500 });
    await finish(scene.chief, body.result.run);
    expect(await refunds()).toEqual(paid.map((id) => ({ id, method: 'cash', status: 'pending', amount_cents: 62_500 })));
    const [{ id: first }] = await rows("select paymentid::int as id from payments where type = 'refund' order by 1");
    const giveBack = (person: Person) =>
      person.post(`/v2/inscription/payments/${first}/return_by_hand`, { input: { reference: 'SPEI 4411' } });
    expect((await giveBack(scene.chief)).status).toBe(409);
    expect((await giveBack(scene.organizer)).status).toBe(403);
    const again = await scene.act(scene.finance, paid[0]!, 'wallet_refund', { amount_cents: 100, reason: 'Doble' });
    expect(again).toMatchObject({ status: 409, body: { code: 'REFUND_WAITING' } });
    expect((await giveBack(scene.finance)).status).toBe(200);
    expect((await giveBack(scene.finance)).status).toBe(409);
    expect(await scene.read(paid[0]!)).toMatchObject({ status: 'cancelled', paid_cents: 62_500, refunded_cents: 62_500 });
    expect(await walletsHold()).toBe(0);
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('reaches people whose kit was handed out, and leaves disputes and refunds that wait to whom decides them', async () => {
    scene = await openScene();
    const { paid } = await people();
    await scene.pool.query("update inscriptions set kit_status = 'delivered' where inscriptionid = $1", [paid[0]]);
    await scene.act(scene.finance, paid[1]!, 'open_chargeback', { reason: 'Banco' });
    await scene.pool.query('update organizations set refund_approval_cents = 100');
    await scene.act(scene.finance, paid[2]!, 'wallet_refund', { reason: 'Lesión' });
    const { body } = await cancel(scene.chief, 'none');
    expect(body.result).toMatchObject({ registrations: 3, disputed: 1 });
    const ended = await finish(scene.chief, body.result.run);
    expect(ended).toMatchObject({ ok: 2, left: { skipped: 1, failed: 0 } });
    expect(ended.skipped).toMatchObject([{ id: paid[2], code: 'REFUND_WAITING' }]);
    expect(await scene.read(paid[0]!)).toMatchObject({ status: 'cancelled' });
    expect(await scene.read(paid[1]!)).toMatchObject({ status: 'chargeback' });
  });

  test('stops and goes on where it was, and is refused to who may not', async () => {
    scene = await openScene();
    await people();
    expect((await cancel(scene.desk)).status).toBe(403);
    expect((await onEvent(scene.chief, 'cancel', { refund: 'full' })).body.errors).toMatchObject([{ path: 'input.reason' }]);
    const { run } = (await cancel(scene.chief, 'none')).body.result;
    expect((await cancel(scene.chief, 'none')).status).toBe(409);
    const at = `/v2/inscription/inscriptions/actions/${run.action}/runs/${run.runid}`;
    expect((await scene.chief.post(`${at}/stop`)).body).toMatchObject({ state: 'stopped', done: 0 });
    expect(await rows("select 1 from inscriptions where status = 'cancelled'")).toEqual([]);
    expect((await scene.chief.post(`${at}/resume`)).body).toMatchObject({ state: 'running' });
    expect(await finish(scene.chief, run)).toMatchObject({ state: 'done', ok: 4 });
  });
});

describe('an event that was called off', () => {
  test('comes back by no form, neither at once nor by way of the archive', async () => {
    scene = await openScene({ event: { registration_open_at: inDays(-1) } });
    await cancel(scene.chief);
    const patch = async (status: string) => {
      const path = `/v2/event/events/${scene.eventid}`;
      const { version } = (await scene.chief.get(path)).body;
      return scene.chief.patch(path, { version, status });
    };
    const refusal = { status: 409, body: { errors: [{ path: 'status', code: 'EVENT_CANCELLED' }] } };
    for (const status of ['published', 'draft', 'finished']) expect(await patch(status)).toMatchObject(refusal);
    expect(await patch('archived')).toMatchObject({ status: 200 });
    for (const status of ['published', 'draft', 'finished']) expect(await patch(status)).toMatchObject(refusal);
    expect(await eventRow()).toMatchObject({ status: 'archived', cancelled_reason: 'Huracán en la costa' });
  });
});

describe('an event that takes place after all', () => {
  test('has its registrations back with their money, while nothing was given back', async () => {
    scene = await openScene();
    const { paid, held } = await people();
    const wanted = await Promise.all(paid.map(async (id) => (await scene.read(id)).number));
    await finish(scene.organizer, (await cancel(scene.organizer, 'full')).body.result.run);
    const { status, body } = await onEvent(scene.organizer, 'reopen');
    expect([status, body.result]).toMatchObject([200, { registrations: 4, distances: 2 }]);
    expect(await finish(scene.organizer, body.result.run)).toMatchObject({ state: 'done', ok: 4 });
    expect(await eventRow()).toMatchObject({ status: 'published', cancelled_reason: null, sold_count: 3, held_count: 1 });
    for (const id of paid) expect(await scene.read(id)).toMatchObject({ status: 'assign_number', cancel_reason: null, paid_cents: 62_500 });
    expect((await scene.read(held)).status).toBe('started');
    expect((await refunds()).map((refund) => refund.status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(wanted.every((number) => number !== null)).toBe(true);
    expect((await post()).map(({ subject }) => subject)).toEqual(Array.from({ length: 4 }, () => 'Sí habrá carrera: Carrera carrera'));
    expect(await reconcile(scene.pool)).toEqual({});
  });
});

describe('postponing an event', () => {
  test('moves what is ahead by the same time, keeps what people paid, writes to them and stops the sale', async () => {
    scene = await openScene({ event: { registration_open_at: inDays(-20) } });
    const { paid } = await people();
    const before = await eventRow(),
      [tier] = await rows('select starts_at, ends_at from price_tiers order by 1 limit 1');
    const new_start_at = new Date(Date.parse(before.start_at) + 60 * dayMs).toISOString();
    const { status, body } = await onEvent(scene.organizer, 'postpone', { new_start_at, reason: 'Contingencia ambiental' });
    expect([status, body.result]).toMatchObject([200, { registrations: 4, letters: 4, days: 60, tiers: 2, mayRefund: true }]);
    const after = await eventRow(),
      [later] = await rows('select starts_at, ends_at from price_tiers order by 1 limit 1');
    const moved = (name: string): number => Date.parse(after[name]) - Date.parse(before[name]);
    expect(after).toMatchObject({ status: 'postponed', postponed_reason: 'Contingencia ambiental' });
    expect(Date.parse(after.postponed_from)).toBe(Date.parse(before.start_at));
    expect([moved('start_at'), moved('registration_close_at')]).toEqual([60 * dayMs, 60 * dayMs]);
    expect(moved('registration_open_at')).toBe(0);
    expect(later.starts_at).toEqual(tier.starts_at);
    expect(Date.parse(later.ends_at) - Date.parse(tier.ends_at)).toBe(60 * dayMs);
    expect(await finish(scene.organizer, body.result.run)).toMatchObject({ state: 'done', ok: 4 });
    const [letter] = await post();
    expect(letter).toMatchObject({ subject: 'Cambia de fecha: Carrera carrera' });
    expect(letter!.text).toMatch(/Conservas tu lugar[\s\S]*Contingencia ambiental[\s\S]*Nueva fecha:[\s\S]*pide tu reembolso/);
    for (const id of paid) expect(await scene.read(id)).toMatchObject({ status: 'assign_number', paid_cents: 62_500 });
    const web_userid = (await scene.read(paid[0]!)).web_userid;
    expect(
      await scene.support.post('/v2/inscription/inscriptions', { eventid: scene.eventid, distanceid: scene.five, web_userid }),
    ).toMatchObject({ status: 409, body: { errors: [{ path: 'eventid', code: 'EVENT_POSTPONED' }] } });
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('without a date leaves the dates until one is known, takes none that is not later, and is written by no form', async () => {
    scene = await openScene();
    const { version } = (await scene.chief.get(`/v2/event/events/${scene.eventid}`)).body;
    for (const status of ['cancelled', 'postponed'])
      expect(await scene.chief.patch(`/v2/event/events/${scene.eventid}`, { version, status, cancelled_reason: 'Lluvia' })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'status', code: 'BY_ACTION' }] },
      });
    const before = await eventRow();
    const early = await onEvent(scene.organizer, 'postpone', { new_start_at: inDays(5), reason: 'Obra' });
    expect(early).toMatchObject({ status: 400, body: { errors: [{ path: 'input.new_start_at', code: 'DATE_NOT_LATER' }] } });
    expect((await onEvent(scene.organizer, 'postpone', { reason: 'Obra' })).body.result).toMatchObject({
      days: 0,
      new_start_at: null,
      run: null,
    });
    expect(await eventRow()).toMatchObject({ status: 'postponed', start_at: before.start_at, postponed_from: null });
    const dated = await onEvent(scene.organizer, 'postpone', { new_start_at: inDays(90), reason: 'Obra' });
    expect(dated.body.result).toMatchObject({ days: 50 });
    expect((await onEvent(scene.desk, 'postpone', { reason: 'Obra' })).status).toBe(403);
  });
});
