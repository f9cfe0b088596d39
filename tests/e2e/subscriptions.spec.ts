import type { Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, chip, choose, pick, review, type Json } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'customer-support', expectedStatuses: [400, 409] });

const pesos = (cents: number): string => (cents / 100).toLocaleString('es-MX', { minimumFractionDigits: 2 });
/** Cancels, which needs a reason. */
const cancel = async (page: Page, when: string, reason: string): Promise<void> => {
  const dialog = await begin(page, 'Cancelar');
  await choose(dialog, 'Cuándo', when);
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('Este dato es obligatorio.');
  await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('ya no se cobra');
  await dialog.getByRole('button', { name: 'Cancelar' }).last().click();
  await expect(dialog.getByText('Listo.')).toBeVisible();
  await page.keyboard.press('Escape');
};

test('a new subscription gets its card by a link, is charged, and is cancelled and kept', async ({ page }) => {
  await page.goto('/apolo_subscriptions?filter=' + encodeURIComponent(JSON.stringify({ field: 'status', op: 'eq', value: 'pending' })));
  await page.locator('tbody tr a').first().click();
  await page.getByRole('link', { name: 'Abrir página' }).click();
  await expect(page.getByText(/todavía no paga APOLO/)).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copiar enlace para la tarjeta' });
  await expect(copy).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await copy.click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const card = await page.context().newPage();
  await card.goto(link);
  await card.getByLabel(/4242/).check();
  await card.getByRole('button', { name: 'Guardar tarjeta' }).click();
  await expect(card.getByText('Listo. Ya puedes cerrar esta página.')).toBeVisible();
  await card.close();
  await expect(page.getByText(/pagado hasta el/)).toBeVisible();
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Motivo').fill('Se muda');
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await dialog.getByRole('button', { name: 'Cancelar' }).last().click();
  await expect(dialog.getByText('Listo.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/canceló APOLO/)).toBeVisible();
  await page.getByRole('button', { name: 'Conservar la suscripción' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conservar la suscripción' }).click();
  await expect(page.getByText(/pagado hasta el/)).toBeVisible();
});

test('a subscription changes its plan for what was shown before, is paused and resumed, and is cancelled now and for later; the panel of the month shows it', async ({
  page,
  raceDay,
}) => {
  test.slow(); // two charges by a job, and every action of a subscription
  await page.goto('/home');
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  const plan = async (name: string, price_cents: number): Promise<number> => {
    const made = await raceDay.admin.post('/v2/user/apolo_plans', {
      name: `${name} ${mark}`,
      interval: 'month',
      price_cents,
      status: 'active',
    });
    return made.body['planid'];
  };
  await plan('Corredor', 14_900);
  const dearer = await plan('Ultra', 29_900);
  const person = {
    first_name: 'Amaya',
    last_name: `Suscrita ${mark}`,
    gender: 'F',
    birth_date: '1990-02-03',
    email: `amaya-${mark}@atleta.test`,
  };
  expect((await raceDay.admin.post('/v2/user/web_users', person)).status).toBe(201);

  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Suscripciones APOLO' }).click();
  await page.getByRole('link', { name: 'Nueva suscripción' }).first().click();
  const form = page.getByRole('main');
  await pick(page, 'Atleta', person.last_name);
  await pick(page, 'Plan', `Corredor ${mark}`);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(chip(page)).toHaveText('Por pagar');
  const { pathname } = new URL(page.url()),
    id = Number(pathname.split('/').at(-1));
  const read = (): Promise<Json> => api.get(`/v2/user/apolo_subscriptions/${id}`);
  const copy = form.getByRole('button', { name: 'Copiar enlace para la tarjeta' });
  await expect(copy).toBeVisible();
  const { card_link } = await read();
  const card = await page.context().newPage();
  await card.goto(card_link);
  await card.getByLabel(/4242/).check();
  await card.getByRole('button', { name: 'Guardar tarjeta' }).click();
  await expect(card.getByText('Listo. Ya puedes cerrar esta página.')).toBeVisible();
  await card.close();
  await expect.poll(async () => (await read())['status']).toBe('active');
  await page.reload();

  const changing = await begin(page, 'Cambiar de plan');
  await choose(changing, 'Plan', `Ultra ${mark}`);
  await choose(changing, 'Cuándo', 'Ahora');
  await changing.getByRole('button', { name: 'Revisar' }).click();
  await expect(changing).toContainText(/Del periodo actual quedan \$14\d\.\d\d, que se descuentan\./);
  await expect(changing).toContainText(/Se cobran \$15\d\.\d\d el /);
  expect((await read())['planid'], 'a rehearsal changes nothing').not.toBe(dearer);
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  const says = await changing.innerText();
  await changing.getByRole('button', { name: 'Cambiar de plan', exact: true }).click();
  await expect.poll(read).toMatchObject({ status: 'active', planid: dearer, price_cents: 29_900, paid_cents: 29_900, credit_cents: 0 });
  const charges = async (): Promise<readonly Json[]> => api.find('/v2/user/subscription_charges', { subscriptionid: id, status: 'paid' });
  const amounts = (await charges()).map(({ amount_cents }) => Number(amount_cents)).sort((one, other) => one - other);
  expect(amounts[0]).toBe(14_900);
  expect(says, 'what was shown is what was charged').toContain(`Se cobran $${((amounts[1] ?? 0) / 100).toFixed(2)}`);
  expect((await api.post(`/v2/user/apolo_subscriptions/${id}/change_plan`, { input: { planid: dearer, when: 'now' } })).body).toMatchObject(
    {
      code: 'UNCHANGED',
    },
  );

  await page.goto(pathname);
  const pausing = await begin(page, 'Pausar');
  await pausing.getByLabel('Se reanuda el').fill('01/01/2020');
  await page.keyboard.press('Tab');
  await pausing.getByRole('button', { name: 'Revisar' }).click();
  await expect(pausing.getByText('La pausa debe terminar después de hoy.').first()).toBeVisible();
  const nextYear = new Date().getFullYear() + 1;
  await pausing.getByLabel('Se reanuda el').fill(`15/01/${nextYear}`);
  await page.keyboard.press('Tab');
  await review(pausing, 'Pausar', 'no se cobra ni tiene beneficios hasta que se reanude');
  await expect(chip(page)).toHaveText('En pausa');
  await expect.poll(read).toMatchObject({ status: 'paused', next_charge_at: null, resume_on: `${nextYear}-01-15` });
  const resuming = await begin(page, 'Reanudar');
  await expect(resuming).toContainText('sigue con los días que le quedaban');
  await resuming.getByRole('button', { name: 'Reanudar', exact: true }).click();
  await expect(chip(page)).toHaveText('Activa');

  await cancel(page, 'Al terminar el periodo', 'Se muda');
  await expect(chip(page)).toHaveText('Termina con el periodo');
  await expect.poll(read).toMatchObject({ status: 'cancel_at_period_end', cancel_reason: 'Se muda', next_charge_at: null, ended_at: null });
  const isListed = async (figure: string): Promise<boolean> => {
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Suscripciones APOLO' }).click();
    await page.getByRole('button', { name: 'Cifras del mes' }).click();
    await page.getByRole('dialog', { name: 'Cifras del mes' }).locator(`[data-shown="${figure}"]`).click();
    await page.getByRole('searchbox', { name: 'Buscar en Suscripciones APOLO' }).fill(person.last_name);
    const row = page.getByRole('row').filter({ hasText: person.last_name });
    await expect(row.or(page.locator('.list-notice')).first()).toBeVisible();
    return (await row.count()) > 0;
  };
  expect([await isListed('mrr'), await isListed('started'), await isListed('ended')]).toEqual([true, true, false]);

  await page.goto(pathname);
  await cancel(page, 'Ahora', 'Ya no corre');
  await expect(chip(page)).toHaveText('Cancelada');
  await expect.poll(read).toMatchObject({ status: 'cancelled', cancel_reason: 'Ya no corre', ended_at: expect.any(String) });
  expect([await isListed('mrr'), await isListed('ended')]).toEqual([false, true]);
  const figures = (await api.post('/v2/user/apolo_subscriptions/actions/figures', {})).body['result'];
  await page.goto('/apolo_subscriptions');
  await page.getByRole('button', { name: 'Cifras del mes' }).click();
  const panel = page.getByRole('dialog', { name: 'Cifras del mes' });
  await expect(panel.locator('[data-shown="mrr"]')).toContainText(pesos(figures.mrr_cents));
  await expect(panel.locator('[data-shown="ended"]')).toContainText(String(figures.months[0].ended));
  await expect(panel.locator('[data-shown="ended"]')).toContainText(/% de las vigentes/);
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
});
