import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registry } from '@/resources';
import { webhookEvents } from '@/domain/lists';
import { findTwins } from '../../server/features/twins/findTwins';
import { longer } from '../support/limits';
import { openResults, type Results } from './results/support';
import type { Person } from './support/openWorld';
import { must } from './support/must';

let site: Results, deskid: number;
/** A webhook for everything that is announced. */
const listenAs = async (person: Person, more: object = {}): Promise<void> => {
  const { webhookid } = await must(
    person.post('/v2/organization/webhooks', { name: 'Todo', url: 'https://example.com/dorsal', events: webhookEvents, ...more }),
  );
  await must(person.post(`/v2/organization/webhooks/${webhookid}/issue_secret`));
};
/** What work announces, as the webhooks of the organization and of the platform have it; forgotten once it is read. */
const announced = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  await site.query('delete from webhook_deliveries');
  await work();
  const rows = await site.query('select distinct event, subject from webhook_deliveries order by event, subject');
  return rows.map(({ event, subject }) => `${event} ${subject}`);
};
const act = (person: Person, id: number, action: string, input: object = {}) => must(site.scene.act(person, id, action, input));
const deliver = (inscriptionid: number) => {
  const { desk, eventid } = site.scene;
  const input = { client_uuid: randomUUID(), eventid, inscriptionid, deskid, device_id: 'tableta', delivered_at: new Date().toISOString() };
  return must(desk.post('/v2/kits/kit_deliveries/actions/deliver', { input }));
};
const athlete = (email: string): Promise<any> =>
  must(
    site.scene.chief.post('/v2/user/web_users', {
      first_name: 'Laura',
      last_name: 'Mendoza',
      second_last_name: 'Ríos',
      gender: 'F',
      birth_date: '1988-04-12',
      email,
    }),
  );

beforeAll(async () => {
  site = await openResults();
  const { organizer, chief, eventid } = site.scene;
  await listenAs(organizer);
  const [platform] = await site.query('select organizationid from organizations where is_platform');
  await listenAs(chief, platform);
  await must(organizer.post('/v2/kits/kits', { eventid, name: 'Kit', items: [{ name: { es: 'Dorsal', en: 'Bib' }, type: 'bib' }] }));
  ({ deskid } = await must(organizer.post('/v2/kits/desks', { eventid, name: 'Mesa 1' })));
}, longer.timeout);
afterAll(() => site.close());

test('a registration is announced when it is made, paid, changed and cancelled, and its money when it comes and goes back', async () => {
  const { scene } = site;
  let id = 0;
  expect(await announced(async () => ({ inscriptionid: id } = await scene.signUp('Ana')))).toEqual(['registration.created inscriptions']);
  const paid = await announced(() => act(scene.support, id, 'pay', { method: 'cash' }));
  expect(paid).toEqual(['payment.captured payments', 'registration.paid inscriptions', 'registration.updated inscriptions']);
  const { version } = await scene.read(id);
  const change = (): Promise<unknown> => must(scene.support.patch(`/v2/inscription/inscriptions/${id}`, { version, city: 'Toluca' }));
  expect(await announced(change)).toEqual(['registration.updated inscriptions']);
  const refunded = await announced(() => act(scene.finance, id, 'wallet_refund', { reason: 'Se lesionó' }));
  expect(refunded).toEqual(['payment.refunded payments', 'registration.cancelled inscriptions', 'registration.updated inscriptions']);
});

test('a kit is announced when it is handed out, and when that is voided', async () => {
  const { scene } = site;
  const { inscriptionid: id } = await scene.signUp('Bea');
  await act(scene.support, id, 'pay', { method: 'cash' });
  let kit = 0;
  expect(await announced(async () => ({ kit_deliveryid: kit } = (await deliver(id)).result))).toEqual([
    'delivery.made kit_deliveries',
    'registration.updated inscriptions',
  ]);
  const voided = (): Promise<unknown> =>
    must(scene.desk.post(`/v2/kits/kit_deliveries/${kit}/void`, { input: { reason: 'Se confundió la persona' } }));
  expect(await announced(voided)).toEqual(['delivery.voided kit_deliveries', 'registration.updated inscriptions']);
});

test('results are announced when they are published, and again when they become official', async () => {
  const { inscriptionid: id } = await site.scene.signUp('Cora');
  await act(site.scene.support, id, 'pay', { method: 'cash' });
  const { number } = await site.scene.read(id);
  await site.load(`Dorsal,Nombre,Sexo,Tiempo oficial,Distancia\n${number},Cora Ruiz,F,0:41:00,10K`);
  const { result_setid } = await site.setOf();
  expect(await announced(() => must(site.act('result_sets', result_setid, 'publish')))).toEqual(['results.published result_sets']);
  const official = (): Promise<unknown> =>
    must(site.act('result_sets', result_setid, 'make_official', { early_reason: 'Nadie reclamó en el plazo.' }));
  expect(await announced(official)).toEqual(['results.published result_sets']);
});

test('an athlete is announced when they change and when two become one, to the platform alone', async () => {
  const { chief } = site.scene;
  const one = await athlete('laura-1@example.com'),
    other = await athlete('laura-2@example.com');
  const change = (): Promise<unknown> =>
    must(chief.patch(`/v2/user/web_users/${one.web_userid}`, { version: one.version, phone: '5511112222' }));
  expect(await announced(change)).toEqual(['athlete.updated web_users']);
  const looking = (): Promise<unknown> => findTwins({ pool: site.scene.pool, registry });
  expect(await announced(looking), 'a job that looks for twins changes nobody').toEqual([]);
  const merge = async (): Promise<void> => {
    const { mergeid } = (
      await must(chief.post(`/v2/user/web_users/${one.web_userid}/suggest_merge`, { input: { other_userid: other.web_userid } }))
    ).result;
    await must(chief.post(`/v2/user/user_merges/${mergeid}/compare`, { input: {} }));
    await must(chief.post(`/v2/user/user_merges/${mergeid}/merge`, { input: { reason: 'Es la misma persona' } }));
  };
  expect(await announced(merge)).toEqual(['athlete.merged web_users', 'athlete.updated web_users']);
  const notified = await site.query(
    'select distinct w.organizationid = $1 as is_ours from webhook_deliveries d join webhooks w using (webhookid)',
    [site.scene.org],
  );
  expect(notified).toEqual([{ is_ours: false }]);
});
