import { findings } from './support/findings';
import { apiOfPage } from './support/registration';
import { expect, test } from './support/test';

test.describe('an athlete', () => {
  test.use({ profile: null });
  test('gets the certificate from their result and anyone who sees it verifies it', async ({ page }) => {
    await page.goto('/e/10k-de-las-jacarandas-2026/results?lang=es');
    await page.locator('.results .who a').first().click();
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('button', { name: 'Obtener certificado' }).click();
    await expect(page.getByText('Este certificado es auténtico.')).toBeVisible();
    await expect(page.locator('.facts')).toContainText(name);
    expect(await findings(page)).toEqual([]);
    const href = await page.getByRole('link', { name: 'Descargar PDF' }).getAttribute('href');
    const pdf = await page.request.get(href ?? '');
    expect([pdf.status(), pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
  });
});

test.describe('the timing team', () => {
  test.use({ profile: 'super-admin' });
  test('moves, adds and changes elements of a draft with the mouse and the keys, takes steps back, and saves', async ({ page }) => {
    await page.goto('/home');
    await page.route('**/nothing.png', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    const api = await apiOfPage(page);
    const before = { kind: 'field', source: 'name', x: 30, y: 80, w: 220, size: 40, align: 'center' };
    const made = await api.post('/v2/tyr/certificate_templates', {
      eventid: 1,
      name: 'De prueba',
      background_img: 'https://example.com/nothing.png',
      elements: [before],
    });
    expect(made.body).toMatchObject({ name: 'De prueba' });
    const { templateid } = made.body;
    await page.goto(`/events/1/certificates/${templateid}/edit`);
    const element = page
      .getByRole('group', { name: 'Diseño del certificado' })
      .getByRole('button', { name: /^Dato:/ })
      .first();
    await element.hover(); // it is where it stays
    const box = await element.boundingBox();
    if (!box) throw new Error('the element is not drawn');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 12, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByText('1 cambio sin guardar')).toBeVisible();
    await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
    await expect(page.getByText('Todo está guardado')).toBeVisible();
    await element.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    const tools = page.getByRole('toolbar', { name: 'Herramientas del diseño' });
    await tools.getByRole('button', { name: 'Texto' }).click();
    await page.getByRole('group', { name: 'Texto' }).getByLabel('Texto').fill('Finalista');
    await tools.getByRole('button', { name: 'A la izquierda' }).click();
    const added = page.getByRole('group', { name: 'Diseño del certificado' }).getByRole('button', { name: /^Texto: Finalista/ });
    await added.press('Alt+ArrowRight');
    await added.press('Alt+ArrowRight');
    await added.press('Control+z');
    await tools.getByRole('button', { name: 'Código QR' }).click();
    await page.getByRole('button', { name: /^Código QR:/ }).press('Delete');
    expect(await findings(page, { only: '.designer' })).toEqual([]);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Plantilla de certificado: guardado')).toBeVisible();
    const { elements } = await api.get(`/v2/tyr/certificate_templates/${templateid}`);
    expect(elements).toMatchObject([
      { x: before.x, y: before.y + 11 },
      { kind: 'text', text: 'Finalista', x: 15, w: 224.5, align: 'center' },
    ]);
  });
});
