import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page } from '@playwright/test';
import { choose, expect, test } from './support/registration';

const zip = 'PK';
const panelOf = (page: Page): Locator => page.locator('.list-export');
const openPanel = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Descargar', exact: true }).click();
  const panel = panelOf(page);
  await expect(panel).toContainText('Lo que se ve aquí');
  return panel;
};
const saved = async (page: Page, press: () => Promise<void>): Promise<{ readonly name: string; readonly bytes: Buffer }> => {
  const coming: Promise<Download> = page.waitForEvent('download');
  await press();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

test.describe('the list of registrations', () => {
  test.use({ profile: 'organizer' });

  test('is a file at once, with the columns, the order and the filter on screen, and a job where it takes long', async ({ page }) => {
    test.slow();
    await page.goto(`/events/1/inscriptions?filter=${encodeURIComponent(JSON.stringify({ field: 'gender', op: 'in', value: ['F'] }))}`);
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    const shown = await page.getByRole('table').getByRole('row').nth(1).innerText();
    const panel = await openPanel(page);

    await panel.getByRole('radio', { name: 'CSV' }).check();
    const csv = await saved(page, () => panel.getByRole('button', { name: 'Descargar', exact: true }).click());
    expect(csv.name).toMatch(/^Inscripciones .*\.csv$/);
    const lines = csv.bytes.toString('utf8').trim().split(/\r?\n/);
    expect(csv.bytes.subarray(0, 3).toString('hex'), 'Excel reads the accents').toBe('efbbbf');
    const [, rows = ''] = /: ([\d,]+) filas/.exec(await panel.innerText()) ?? [];
    expect(lines).toHaveLength(Number(rows.replaceAll(',', '')) + 1);
    expect(lines.length).toBeGreaterThan(100);
    const [folio = ''] = lines[1]!.split(',');
    expect(shown, 'the first line is the first row').toContain(folio.replaceAll('"', ''));

    await panel.getByRole('radio', { name: 'Excel (XLSX)' }).check();
    const xlsx = await saved(page, () => panel.getByRole('button', { name: 'Descargar', exact: true }).click());
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe(zip);
    await panel.getByRole('radio', { name: 'PDF para imprimir' }).check();
    await panel.getByRole('button', { name: 'Descargar', exact: true }).click();
    await panel.getByRole('link', { name: 'centro de descargas' }).click(); // printing so many rows is a job of the server
    const ready = page
      .getByRole('table')
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /^Descargar Inscripciones/ });
    await expect(ready).toBeVisible();
    const pdf = await saved(page, () => ready.click());
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test.describe('the download center', () => {
  test.use({ profile: 'organizer' });

  test('makes a named report in the server, and the page shows it when it is there', async ({ page }) => {
    test.slow();
    await page.goto('/report_jobs');
    await page.getByRole('button', { name: 'Pedir reporte' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Pedir reporte' });
    await choose(dialog, 'Reporte', 'Cupones');
    await choose(dialog, 'Formato', 'CSV');
    await dialog.getByRole('button', { name: 'Pedir reporte' }).click();
    await expect(dialog.getByRole('link', { name: 'Abrir Cupones' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click();
    await expect(dialog).toBeHidden();
    const first = page.getByRole('table').getByRole('row').nth(1);
    const button = first.getByRole('button', { name: /^Descargar Cupones/ });
    await expect(button, 'the row follows its job without a reload').toBeVisible();
    const file = await saved(page, () => button.click());
    expect(file.name).toMatch(/^Cupones.*\.csv$/);
    expect(file.bytes.toString('utf8').split('\n').length).toBeGreaterThan(2);
  });
});
