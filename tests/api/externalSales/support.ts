import type { Person } from '../support/openWorld';
import { openScene, type Scene } from '../registration/support';

export const sales = '/v2/inscription/external_inscriptions',
  settlements = '/v2/inscription/external_settlements';

type More = Readonly<Record<string, unknown>>;
/** Who buys from a partner. */
export const buyer = (first_name: string, more: More = {}) => ({
  first_name,
  last_name: 'Compra',
  gender: 'F',
  birth_date: '1990-05-06',
  email: `${first_name.toLowerCase()}@example.com`,
  ...more,
});

/** An event with distances and numbers, and ways to report sales for it. */
export const openSales = async (options: Parameters<typeof openScene>[0] = {}) => {
  const scene: Scene = await openScene(options);
  let at = 0;
  const sale = (more: More = {}) => {
    at += 1;
    return {
      source: 'club',
      external_ref: `V-${at}`,
      distance_code: '10K',
      amount_cents: 45_050,
      sold_at: '2026-03-10T18:00:00.000Z',
      ...buyer(`Ana${at}`),
      ...more,
    } as const;
  };
  const report = (more: More = {}, by: Person = scene.chief) => by.post(`${sales}/intake`, { event_code: 'carrera', ...sale(more) });
  const byHand = (more: More = {}, by: Person = scene.chief) => by.post(sales, { eventid: scene.eventid, ...sale(more) });
  const act = (id: number, action: string, input: More = {}, by: Person = scene.chief, dry_run = false) =>
    by.post(`${sales}/${id}/${action}`, { input, dry_run });
  const read = async (id: number) => (await scene.chief.get(`${sales}/${id}`)).body;
  const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> =>
    (await scene.pool.query(text, values as unknown[])).rows;
  const settle = async (more: More = {}, by: Person = scene.chief) =>
    by.post(settlements, {
      organizationid: scene.org,
      name: 'Club, marzo',
      source: 'club',
      period_from: '2026-03-01',
      period_to: '2026-03-31',
      commission_bp: 1250,
      ...more,
    });
  return { ...scene, sale, report, byHand, settle, rows, actOn: act, readSale: read };
};
export type Sales = Awaited<ReturnType<typeof openSales>>;
