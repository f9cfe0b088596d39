import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { RefusedInvoice, type InvoiceRequest, type Invoicing } from '../../server/adapters/invoicing/Invoicing';
import { localInvoicing } from '../../server/adapters/invoicing/localInvoicing';
import { sendInvoices } from '../../server/features/invoicing/sendInvoices';
import { openScene, type Scene } from './registration/support';
import type { Person } from './support/openWorld';
import { addPerson } from './support/world';

let scene: Scene;
const orders = '/v2/inscription/orders';
const data = { rfc: 'gode561231gr8', name: 'Elena Gómez Díaz', regime: '612', postal_code: '06700', use: 'G03' };
const ask = (orderid: number, input: object = data, who: Person = scene.chief) => who.post(`${orders}/${orderid}/ask_invoice`, { input });
const read = async (orderid: number, who: Person = scene.chief) => (await who.get(`${orders}/${orderid}`)).body;
const send = (invoicing: Invoicing) => sendInvoices({ pool: scene.pool, registry }, invoicing);
const recording = () => {
  const asked: InvoiceRequest[] = [];
  const invoicing: Invoicing = {
    name: 'test',
    send: async (request) => {
      asked.push(request);
      return { ref: `F-${request.order}` };
    },
  };
  return { asked, invoicing };
};
/** The order of a new registration. */
const order = async (name: string, isPaid = true): Promise<{ readonly orderid: number; readonly inscriptionid: number }> => {
  const { inscriptionid } = await scene.signUp(name);
  if (isPaid) expect((await scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' })).status).toBe(200);
  else await scene.act(scene.support, inscriptionid, 'new_payment_link', {});
  const { orderid } = await scene.read(inscriptionid);
  return { orderid, inscriptionid };
};

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

describe('the data of an invoice', () => {
  test('are checked: tax number, and regime and use that fit it', async () => {
    const { orderid } = await order('facturauno');
    const paths = async (input: object) => {
      const { status, body } = await ask(orderid, { ...data, ...input });
      return [status, body.errors?.map(({ path }: { path: string }) => path)];
    };
    expect(await paths({ rfc: 'GODE561231GR7' })).toEqual([400, ['input.rfc']]);
    expect(await paths({ regime: '601' })).toEqual([400, ['input.regime']]);
    expect(await paths({ regime: '999' })).toEqual([400, ['input.regime']]);
    expect(await paths({ postal_code: '670' })).toEqual([400, ['input.postal_code']]);
    expect(await paths({ rfc: 'SAT970701NN3', regime: '601', use: 'D01' })).toEqual([400, ['input.use']]);
    expect((await read(orderid)).invoice_state).toBeNull();
    expect((await ask(orderid)).status).toBe(200);
    expect(await read(orderid)).toMatchObject({ invoice_state: 'waiting', invoice_rfc: 'GODE561231GR8', invoice_regime: '612' });
  });

  test('are contact data: hidden from, and not written by, who may not see these', async () => {
    const { orderid } = await order('facturados');
    await ask(orderid);
    const userid = await addPerson(scene.pool, 'tapado', [
      { org: scene.org, profile: 'none', regions: ['event-admin-inscription', 'event-inscription', 'reports-wo-contact-info'] },
    ]);
    expect(userid).toBeGreaterThan(0);
    const covered = scene.world.as('tapado', scene.org);
    expect(await read(orderid, covered)).toMatchObject({
      invoice_state: 'waiting',
      invoice_rfc: null,
      invoice_name: null,
      invoice_use: null,
    });
    expect((await ask(orderid, { ...data, name: 'Otra' }, covered)).status).toBe(403);
    expect((await ask(orderid, data, scene.desk)).status).toBe(403);
    expect((await read(orderid)).invoice_name).toBe('Elena Gómez Díaz');
  });

  test('are taken back before they are sent, and not after', async () => {
    const { orderid } = await order('facturatres');
    await ask(orderid);
    expect((await scene.chief.post(`${orders}/${orderid}/drop_invoice`, {})).status).toBe(200);
    expect(await read(orderid)).toMatchObject({ invoice_state: null, invoice_rfc: null });
    await ask(orderid);
    await send(recording().invoicing);
    expect((await scene.chief.post(`${orders}/${orderid}/drop_invoice`, {})).status).toBe(409);
    expect((await ask(orderid)).status).toBe(409);
  });
});

describe('the request for an invoice', () => {
  test('leaves when the order is paid, once, with what was paid', async () => {
    const waiting = await order('facturacuatro', false);
    await ask(waiting.orderid);
    const { asked, invoicing } = recording();
    await send(invoicing);
    expect(asked.map(({ key }) => key)).not.toContain(`order-${waiting.orderid}`);
    await scene.act(scene.support, waiting.inscriptionid, 'pay', { method: 'cash' });
    await send(invoicing);
    await send(invoicing);
    const mine = asked.filter(({ key }) => key === `order-${waiting.orderid}`);
    const { rows } = await scene.pool.query('select code, charged_cents::int as cents from orders where orderid = $1', [waiting.orderid]);
    expect(mine).toEqual([
      expect.objectContaining({
        order: rows[0].code,
        total_cents: rows[0].cents,
        receiver: {
          rfc: 'GODE561231GR8',
          name: 'Elena Gómez Díaz',
          regime: '612',
          postal_code: '06700',
          use: 'G03',
          email: 'facturacuatro@atleta.test',
        },
      }),
    ]);
    expect(rows[0].cents).toBeGreaterThan(0);
    expect(await read(waiting.orderid)).toMatchObject({ invoice_state: 'sent', invoice_ref: `F-${rows[0].code}` });
  });

  test('comes again when nobody answers, and says why it was refused', async () => {
    const { orderid } = await order('facturacinco');
    await ask(orderid);
    const failing = (error: Error): Invoicing => ({ name: 'test', send: () => Promise.reject(error) });
    expect((await send(failing(new Error('no network')))).failed).toEqual([orderid]);
    expect(await read(orderid)).toMatchObject({ invoice_state: 'waiting', invoice_error: 'no network' });
    expect((await send(recording().invoicing)).sent).toBe(0); // it waits some minutes
    await scene.pool.query(`update orders set invoice_next_at = now() - interval '1 second' where orderid = $1`, [orderid]);
    await send(failing(new RefusedInvoice('El nombre no es el del RFC')));
    expect(await read(orderid)).toMatchObject({ invoice_state: 'failed', invoice_error: 'El nombre no es el del RFC' });
    expect((await ask(orderid, { ...data, name: 'ELENA GOMEZ DIAZ' })).status).toBe(200);
    expect((await send(recording().invoicing)).sent).toBe(1);
    expect(await read(orderid)).toMatchObject({ invoice_state: 'sent', invoice_error: null });
  });

  test('is kept once by an installation without a company for invoices, and forgotten with the athlete', async () => {
    const { orderid, inscriptionid } = await order('facturaseis');
    await ask(orderid);
    const local = localInvoicing(scene.pool);
    await send(local);
    const kept = () => scene.pool.query('select request from local_invoices where invoice_key = $1', [`order-${orderid}`]);
    expect((await kept()).rows).toMatchObject([{ request: { receiver: { rfc: 'GODE561231GR8' } } }]);
    await scene.pool.query(`update events set status = 'archived' where eventid = $1`, [scene.eventid]);
    const { web_userid } = await scene.read(inscriptionid);
    expect((await scene.chief.post(`/v2/user/web_users/${web_userid}/anonymize`, {})).status).toBe(200);
    expect((await kept()).rows).toEqual([]);
    const { rows } = await scene.pool.query('select invoice_state, invoice_rfc, invoice_name, invoice_use from orders where orderid = $1', [
      orderid,
    ]);
    expect(rows).toEqual([{ invoice_state: null, invoice_rfc: null, invoice_name: null, invoice_use: null }]);
    const audits = await scene.pool.query(
      `select before::text || after::text as text from audits where resource = 'orders' and recordid = $1`,
      [orderid],
    );
    expect(JSON.stringify(audits.rows)).not.toContain('GODE561231GR8');
  });
});
