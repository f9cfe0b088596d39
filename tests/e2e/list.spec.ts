import { readFileSync } from 'node:fs';
import { expect, test } from './support/test';
import { downloadList } from './support/downloadList';

test('a list keeps "R&D #1 + 100%" through the address, a reload and Back', async ({ page }) => {
  const text = 'R&D #1 + 100%';
  await page.goto('/events');
  const box = page.getByRole('searchbox', { name: 'Buscar en Eventos' });
  await box.fill(text);
  await expect(page.getByText('Nada coincide', { exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('q')).toBe(text);
  await page.reload();
  await expect(box).toHaveValue(text);
  await expect(page.getByText('Nada coincide', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await page.goForward();
  await expect(box).toHaveValue(text);
});

test('a filter by more than 20 values survives the address', async ({ page }) => {
  const folios = Array.from({ length: 30 }, (_, at) => `ZZZZZ${String(at).padStart(3, '0')}`);
  await page.goto(
    `/inscriptions?filter=${encodeURIComponent(JSON.stringify({ field: 'status', op: 'in', value: ['paid', 'assign_number'] }))}`,
  );
  await expect(page.getByRole('list', { name: 'Filtros aplicados' })).toContainText('Pagada');
  await page.goto(`/inscriptions?filter=${encodeURIComponent(JSON.stringify({ field: 'source', op: 'in', value: folios }))}`);
  await expect(page.getByText('Nada coincide', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nada coincide', { exact: true })).toBeVisible();
  const { value } = JSON.parse(new URL(page.url()).searchParams.get('filter')!) as { value: string[] };
  expect(value).toEqual(folios);
});

test('exports exactly what the view shows, formulas defused', async ({ page }) => {
  await page.goto(
    `/events?sort=start_at&columns=name,start_at,city&filter=${encodeURIComponent(JSON.stringify({ field: 'region', op: 'in', value: ['centro'] }))}`,
  );
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows.first()).toBeVisible();
  const shown = await rows.count();
  const names = await rows.getByRole('link').allInnerTexts();
  const download = await downloadList(page, 'CSV');
  expect(download.suggestedFilename()).toMatch(/^Eventos \d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  expect(lines[0]).toBe('Nombre,Fecha de salida,Ciudad');
  expect(lines).toHaveLength(shown + 1);
  for (const [at, name] of names.entries()) expect(lines[at + 1]).toContain(name);
  for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@]/);
});

test('updates the comment of a selection after showing what would happen', async ({ page }) => {
  await page.goto('/events/1/inscriptions?sort=folio');
  const list = page.getByRole('region', { name: 'Inscripciones' });
  const boxes = list.getByRole('checkbox', { name: /^Seleccionar (?!las)/ });
  for (const row of [0, 1, 2]) {
    await boxes.nth(row).click();
    await expect(boxes.nth(row)).toBeChecked();
  }
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  await expect(bar).toContainText('Seleccionados: 3');
  await bar.getByRole('button', { name: 'Actualizar comentario' }).click();
  const dialog = page.getByRole('dialog');
  const comment = `Entregar en mesa ${Date.now()}`;
  await dialog.getByRole('textbox').fill(comment);
  await dialog.getByRole('button', { name: 'Revisar' }).click();
  await expect(dialog).toContainText('3 se cambian');
  await dialog.getByRole('button', { name: 'Actualizar comentario' }).click();
  await expect(dialog, 'nothing was left out, so nothing is left to read').toBeHidden();
  await list
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('article').getByRole('definition').filter({ hasText: comment }).first()).toBeVisible();
});

test('an address with a filter that nobody can read shows no rows', async ({ page }) => {
  await page.goto('/events?filter=%7Bbroken');
  await expect(page.getByText('El filtro de esta dirección no se entiende')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
