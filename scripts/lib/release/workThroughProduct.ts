import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { registry } from '@/resources';
import { createMail } from '../../../server/adapters/mail/createMail';
import { createPaymentGateway } from '../../../server/adapters/paymentGateway/createPaymentGateway';
import { createRecordService } from '../../../server/adapters/recordService/createRecordService';
import { runsQueue } from '../../../server/api/actions/runsQueue';
import { hooks } from '../../../server/hooks';
import { mannersOf } from '../../../server/jobs/pace';
import { startWorker } from '../../../server/jobs/worker';
import { createTranslate } from '../../../server/kernel/messages';
import { buildApp } from '../../../server/app';
import { createSecondFactor } from '../../../server/auth/secondFactor';
import { readConfig } from '../../../server/config';
import type { Database } from '../../../server/database/openDatabase';
import { demoPassword, demoUserOf } from '../../../server/demoAccounts';
import { openCharges } from '../../../server/features/registration/openCharges';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { syncMirror } from '../../../server/features/mirrors/syncMirror';
import { bikeOrders } from '../../../server/features/mirrors/bikeOrders';
import { recordProvider } from '../../../server/features/exchange/mirrorState';
import { storePickups } from '../../../server/features/exchange/storePickups';
import { openApi, type ApiClient } from '../../load/apiClient';

const locales = new URL('../../../locales', import.meta.url).pathname;
const lookMs = 50,
  keyLifeMs = 90 * 24 * 3_600_000;
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
  });

const configOf = (port: number) =>
  readConfig({
    PORT: String(port),
    LOG_LEVEL: 'error',
    AUTH_SECRET: 'a secret of release dumps that is long enough',
    NODE_ENV: 'development',
  });

/** Works like the server until a run has finished. */
const finishRun = async (pool: Database['pool'], runid: string): Promise<void> => {
  const worker = startWorker({
    pool,
    registry,
    replica: undefined,
    asked: [runsQueue({ registry, hooks, translate: createTranslate(locales) })],
    own: [],
    atOnce: 1,
    manners: mannersOf('pglite'),
    isWanted: () => false,
    name: 'release',
    onError: (_queue, error) => console.error(error),
  });
  while ((await pool.query('select 1 from action_runs where runid = $1 and finished_at is null', [runid])).rows.length > 0)
    await pause(lookMs);
  await worker.stop();
};

/** Typical work of people: a record, an action over many, an invitation, a forgotten password, an incident. */
const workThrough = async (pool: Database['pool'], host: string, api: ApiClient): Promise<void> => {
  const idsOf = async (text: string): Promise<number[]> => (await pool.query<{ id: number }>(text)).rows.map(({ id }) => Number(id));
  const {
    rows: [store],
  } = await pool.query<{ id: number; version: number }>(
    'select storeid as id, version from stores where deleted_at is null order by 1 limit 1',
  );
  if (store) await api.patch(`/v2/organization/stores/${store.id}`, { name: 'Tienda de la entrega', version: store.version });
  const runs = '/v2/inscription/inscriptions/actions/update_comment/runs';
  const run = await api.post<{ readonly runid: string }>(runs, {
    ids: await idsOf(`select inscriptionid as id from inscriptions where organizationid = ${api.organizationid} order by 1 limit 3`),
    input: { comment: 'Revisada' },
  });
  await finishRun(pool, run.runid);
  const [profileid] = await idsOf("select profileid as id from profiles where slug = 'kit-delivery' and is_system");
  await api.post('/v2/organization/memberships', {
    email: 'invitada@example.com',
    name: 'Invitada Prueba',
    organizationid: api.organizationid,
    profileid,
  });
  const [order] = await idsOf(
    "select tribike_orderid as id from tribike_orders where status in ('paid', 'dropped_off', 'at_venue') limit 1",
  );
  if (order !== undefined)
    await api.post(`/v2/kits/tribike_orders/${order}/mark_incident`, { input: { incident_notes: 'Llanta ponchada' } });
  await fetch(`${host}/api/auth/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'finance@demo.test' }),
  });
};

/** Opens the organization to other programs, and calls it as one of them does. */
const openToPrograms = async (pool: Database['pool'], host: string, api: ApiClient): Promise<void> => {
  const {
    rows: [role],
  } = await pool.query<{ id: number }>("select roleid as id from roles where slug = 'events' limit 1");
  if (!role) throw new Error('The role that reads events is missing.');
  const { api_keyid } = await api.post<{ readonly api_keyid: number }>('/v2/organization/api_keys', {
    organizationid: api.organizationid,
    name: 'Sitio de la carrera',
    roleids: [role.id],
    expires_at: new Date(Date.now() + keyLifeMs).toISOString(),
  });
  const { result } = await api.post<{ readonly result: { readonly secret: string } }>(
    `/v2/organization/api_keys/${api_keyid}/issue_secret`,
    { input: {} },
  );
  const answer = await fetch(`${host}/v2/event/events?perpage=1`, { headers: { authorization: `Bearer ${result.secret}` } });
  if (!answer.ok) throw new Error(`The new key was refused: ${answer.status} ${await answer.text()}`);
  const { webhookid } = await api.post<{ readonly webhookid: number }>('/v2/organization/webhooks', {
    organizationid: api.organizationid,
    name: 'Resultados al sitio',
    url: 'https://hooks.example.com/dorsal',
    events: ['results.published'],
  });
  await api.post(`/v2/organization/webhooks/${webhookid}/issue_secret`, { input: {} });
};

/** Uses the product like people and its jobs, so that tables which demo data leaves empty have rows. */
export const workThroughProduct = async ({ pool }: Database): Promise<void> => {
  const port = await freePort(),
    config = configOf(port),
    host = `http://127.0.0.1:${port}`;
  const mail = createMail(config, pool),
    gateway = createPaymentGateway(config, pool);
  const app = await buildApp({ pool, config, registry, mail, gateway });
  try {
    await app.listen({ host: '127.0.0.1', port });
    const api = await openApi({ host, email: 'super-admin@demo.test', password: demoPassword, organizationid: null });
    for (const mirror of [bikeOrders, storePickups])
      await recordProvider(pool, mirror, createRecordService(mirror, undefined, false, pool));
    await workThrough(pool, host, api);
    await openToPrograms(pool, host, api);
    const factors = createSecondFactor(pool, config.authSecret),
      userid = demoUserOf('finance');
    await factors.start(userid);
    await factors.renewCodes(userid);
    if (gateway) await openCharges({ pool, registry }, gateway);
    if (mail)
      await sendLetters(
        {
          pool,
          registry,
          translate: createTranslate(locales),
          paymentLink: config.paymentLink,
        },
        mail,
      );
    for (const mirror of [bikeOrders, storePickups]) {
      const service = createRecordService(mirror, undefined, false, pool);
      if (service) await syncMirror({ pool, registry }, mirror, service, 1);
    }
  } finally {
    await app.close();
  }
};
