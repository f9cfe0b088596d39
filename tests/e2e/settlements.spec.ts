import type { Locator, Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, chip, expect, fact, test, type Json, type RaceDay } from './support/registration';

test.use({ profile: 'finance', expectedStatuses: [400, 409] });

const root = '/v2/inscription/gateway_settlements',
  lineRoot = '/v2/inscription/gateway_settlement_lines';
const header = 'type,id,key,amount,fee,currency,at';
interface Charge {
  readonly inscriptionid: number;
  readonly ref: string;
}
/** A registration whose charge is open at the gateway. */
const charged = async ({ started, admin }: RaceDay): Promise<Charge> => {
  const { inscriptionid } = await started();
  const asked = await admin.post(`/v2/inscription/inscriptions/${inscriptionid}/request_payment`, { input: { method: 'card' } });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const [payment] = await admin.find('/v2/inscription/payments', { inscriptionid });
  const refOf = async (): Promise<string> => String((await admin.get(`/v2/inscription/payments/${payment?.['paymentid']}`)).provider_ref);
  await expect.poll(refOf).toMatch(/^local-/);
  return { inscriptionid, ref: await refOf() };
};
/** What the gateway says of a charge; the race costs 625 pesos. */
const lineOf = (ref: string, day: string, amount = '625.00'): string => `charge,${ref},,${amount},20.63,MXN,${day}T18:00:00Z`;
const bring = async (place: Locator, name: string, lines: readonly string[]): Promise<void> => {
  const body = Buffer.from([header, ...lines].join('\n'));
  await place.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: body });
  await expect(place.getByRole('link', { name })).toBeVisible();
};
const confirm = async (page: Page, name: string, says: string): Promise<void> => {
  const dialog = await begin(page, name);
  await expect(dialog).toContainText(says);
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
};

test('the file of a day is uploaded and compared; what is missing is registered, what differs is explained, and the same file changes nothing', async ({
  page,
  raceDay,
}, { repeatEachIndex }) => {
  test.slow(); // three charges, and a job that reads each file
  const day = `2019-11-${10 + repeatEachIndex}`,
    shown = `${10 + repeatEachIndex}/11/2019`;
  const [agreed, unreported, dearer] = [await charged(raceDay), await charged(raceDay), await charged(raceDay)];
  for (const { ref } of [agreed, dearer])
    expect((await raceDay.admin.post(`/api/local/charges/${ref}/pay`)).body).toMatchObject({ outcome: 'paid' });
  const lines = [lineOf(agreed.ref, day), lineOf(unreported.ref, day), lineOf(dearer.ref, day, '625.50')];

  await page.goto('/home');
  const api = await apiOfPage(page);
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Conciliación', exact: true }).click();
  await page.getByRole('link', { name: 'Conciliar un día' }).first().click();
  const form = page.getByRole('main');
  const typeDay = async (text: string): Promise<void> => {
    await form.getByRole('textbox', { name: 'Día' }).fill(text);
    await form.getByRole('textbox', { name: 'Día' }).press('Tab');
    await page.keyboard.press('ControlOrMeta+s');
  };
  await bring(form, 'dia.csv', lines);
  await typeDay('01/01/2099');
  await expect(form.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  await typeDay(shown);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(day);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  const settled = (): Promise<Json> => api.get(`${root}/${id}`);
  /** The lines by what the gateway calls them, in the order of the file. */
  const stored = async (): Promise<readonly Json[]> => {
    const found = await api.find(lineRoot, { gateway_settlementid: id });
    expect(found).toHaveLength(lines.length);
    return [agreed, unreported, dearer].map(({ ref }) => found.find(({ provider_ref }) => provider_ref === ref) ?? {});
  };
  await expect.poll(async () => (await settled())['status']).toBe('open');
  await page.reload();
  await expect(chip(page)).toHaveText('Con diferencias');
  await expect(fact(page, 'Diferencias por resolver')).toHaveText('2');
  await expect(fact(page, 'Cobrado')).toContainText('1,875.50');
  expect(await findings(page, { only: 'main' })).toEqual([]);
  expect((await stored()).map(({ result, difference_cents }) => [result, difference_cents])).toEqual([
    ['agreed', 0],
    ['missing_here', 60_437],
    ['amount_differs', 50],
  ]);

  const [, missing, differing] = await stored();
  await page.getByRole('tab', { name: 'Movimientos liquidados 3' }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: unreported.ref, exact: true }).click();
  await expect(fact(page, 'Resultado')).toHaveText('Falta aquí');
  await confirm(page, 'Registrar aquí', 'la inscripción se paga');
  await expect(chip(page)).toHaveText('Resuelta');
  await expect
    .poll(async () => (await raceDay.admin.get(`/v2/inscription/inscriptions/${unreported.inscriptionid}`))['paid_cents'])
    .toBe(62_500);
  await page.getByRole('article').getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('menuitem', { name: /^Reabrir/ })).toContainText('Solo se reabre lo que se aceptó con un motivo.');
  await page.keyboard.press('Escape');
  expect((await api.post(`${lineRoot}/${missing?.['gateway_settlement_lineid']}/reopen`)).status).toBe(409);

  await page.goto(`/gateway_settlement_lines/${differing?.['gateway_settlement_lineid']}`);
  await expect(fact(page, 'Resultado')).toHaveText('Otro importe');
  const solving = await begin(page, 'Resolver con motivo');
  await solving.getByRole('button', { name: 'Resolver con motivo' }).click();
  await expect(solving).toContainText('Este dato es obligatorio.');
  await solving.getByLabel('Motivo').fill('La pasarela redondeó el cargo');
  await solving.getByRole('button', { name: 'Resolver con motivo' }).click();
  await expect(chip(page)).toHaveText('Resuelta');
  await expect(fact(page, 'Motivo')).toHaveText('La pasarela redondeó el cargo');
  await page.goto(`/gateway_settlements/${id}`);
  await expect(chip(page)).toHaveText('Conciliada');
  await expect(fact(page, 'Diferencias por resolver')).toHaveText('0');

  const before = await stored(),
    { read_at } = await settled();
  const again = async (name: string, some: readonly string[]): Promise<void> => {
    const dialog = await begin(page, 'Subir archivo');
    await bring(dialog, name, some);
    await dialog.getByRole('button', { name: 'Subir archivo' }).click();
    await expect(dialog).toBeHidden();
  };
  await again('otra-vez.csv', lines);
  await expect.poll(async () => (await settled())['read_at']).not.toBe(read_at);
  expect(await stored(), 'the same file changes nothing').toEqual(before);
  await again('rota.csv', [lineOf(agreed.ref, day), lineOf('x', day, 'mil')]);
  await expect.poll(async () => (await settled())['status']).toBe('failed');
  await page.reload();
  await expect(chip(page)).toHaveText('No se pudo leer');
  await expect(fact(page, 'Qué falló')).toHaveText('Un renglón no se entiende');
  await expect(fact(page, 'Renglón')).toHaveText('3');
  expect(await stored()).toEqual(before);

  await page.goto('/gateway_settlements/create');
  await typeDay(shown);
  await expect(form.getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible();
  expect(await api.find(root, { day })).toHaveLength(1);
});
