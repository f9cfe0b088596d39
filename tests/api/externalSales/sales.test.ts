import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../support/reconcile';
import { buyer, openSales, sales, type Sales } from './support';

let site: Sales;
beforeAll(async () => {
  site = await openSales({ capacity: 12 });
});
afterAll(() => site.close());

describe('a sale that is reported', () => {
  test('becomes a paid registration with number and letter, at the price of the partner', async () => {
    const { status, body } = await site.report({ tshirt_size: 'M' });
    expect([status, body]).toMatchObject([201, { status: 'created', number: 1001, error_code: null }]);
    expect(await site.read(body.inscriptionid)).toMatchObject({
      status: 'assign_number',
      channel: 'partner',
      source: 'club',
      source_ref: body.external_ref,
      external_inscriptionid: body.external_inscriptionid,
      total_cents: 45_050,
      paid_cents: 45_050,
      tshirt_size: 'M',
      tshirt_modelid: site.shirt,
    });
    const paid = await site.rows('select type, method, status, amount_cents, provider from payments where inscriptionid = $1', [
      body.inscriptionid,
    ]);
    expect(paid).toEqual([{ type: 'charge', method: 'external', status: 'paid', amount_cents: 45_050, provider: null }]);
    expect(await site.rows('select kind from inscription_letters where inscriptionid = $1', [body.inscriptionid])).toEqual([
      { kind: 'proof' },
    ]);
    expect(await site.readSale(body.external_inscriptionid)).toMatchObject({ channel: 'api', status: 'created' });
    expect(await reconcile(site.pool)).toEqual({});
  });
});
