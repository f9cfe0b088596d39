import { begin, chip, choose, expect, fact, lastEntry, openRecord, review, test } from './support/registration';

test.describe('support, at the counter', () => {
  test.use({ expectedStatuses: [400, 409] });

  test('takes the payment: paid, numbered and in the history without reloading', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.started());
    await expect(chip(page)).toHaveText('Iniciada');
    const dialog = await begin(page, 'Registrar pago');
    await choose(dialog, 'Medio de pago', 'Efectivo');
    await dialog.getByRole('textbox', { name: 'Referencia' }).fill('Caja 3');
    await review(dialog, 'Registrar pago', 'se puede aplicar');
    await expect(dialog).toBeHidden();
    await expect(chip(page)).toHaveText('Con dorsal');
    await expect(fact(page, 'Dorsal')).toHaveText(/^\d+$/);
    await expect(fact(page, 'Pagado')).toContainText('625.00');
    await expect(lastEntry(page)).toContainText('Registrar pago');
    await expect(lastEntry(page)).toContainText('Con dorsal');
  });

  test('takes a courtesy only with its reason, which is asked for on its field', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.started());
    const dialog = await begin(page, 'Registrar pago');
    await choose(dialog, 'Medio de pago', 'Cortesía');
    await dialog.getByRole('button', { name: 'Revisar' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Invitada de la organización');
    await review(dialog, 'Registrar pago', 'se puede aplicar');
    await expect(chip(page)).toHaveText('Con dorsal');
  });

  test('updates the number to a free one, and the open log shows it', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    await openRecord(page, runner);
    await page.getByRole('tab', { name: /^Historial de inscripciones/ }).click();
    const log = page.getByRole('region', { name: 'Historial de inscripciones' });
    await expect(log).toContainText('Pagada');
    const dialog = await begin(page, 'Actualizar dorsal');
    await dialog.getByRole('spinbutton', { name: 'Dorsal nuevo' }).fill('901');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Pidió su número de siempre');
    await dialog.getByRole('button', { name: 'Actualizar dorsal' }).click();
    await expect(dialog).toBeHidden();
    await expect(log).toContainText('Dorsal cambiado');
    await page.getByRole('tab', { name: 'Datos' }).click();
    await expect(fact(page, 'Dorsal')).toHaveText('901');
    await expect(lastEntry(page)).toContainText('Actualizar dorsal');
    await expect(lastEntry(page)).toContainText('901');
    const [old] = await raceDay.admin.find('/v2/event/bibs', { eventid: raceDay.eventid, number: runner['number'] });
    expect(old!['state'], 'the old bib is free again').toBe('free');
  });

  test('sees on its field that a number is taken, and loses nothing typed', async ({ page, raceDay }) => {
    const other = await raceDay.paid(),
      runner = await raceDay.paid();
    await openRecord(page, runner);
    const dialog = await begin(page, 'Actualizar dorsal');
    const number = dialog.getByRole('spinbutton', { name: 'Dorsal nuevo' });
    await number.fill(String(other['number']));
    await choose(dialog, 'Dorsal anterior', 'Se perdió');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lo perdió en la expo');
    await dialog.getByRole('button', { name: 'Actualizar dorsal' }).click();
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toHaveAccessibleDescription(`El dorsal ${other['number']} no está libre: Asignado.`);
    await expect(number).toHaveValue(String(other['number']));
    await expect(dialog.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Lo perdió en la expo');
    await expect(dialog).toContainText('Se perdió');
    await number.fill('902');
    await dialog.getByRole('button', { name: 'Actualizar dorsal' }).click();
    await expect(fact(page, 'Dorsal')).toHaveText('902');
  });

  test('updates the race: only distances of the event, the difference is asked for, charged and in the history', async ({
    page,
    raceDay,
  }) => {
    const runner = await raceDay.paid({ distance: 'five' });
    await openRecord(page, runner);
    const dialog = await begin(page, 'Actualizar carrera');
    const distance = dialog.getByRole('combobox', { name: 'Distancia nueva' });
    await distance.fill('km');
    const options = page.locator('.asd-select-item-option').filter({ visible: true });
    await expect(distance).toHaveAttribute('aria-busy', 'false');
    await expect(options.filter({ hasText: '21 km' })).toBeInViewport({ ratio: 1 });
    const known = await raceDay.admin.find('/v2/event/distances', { eventid: raceDay.eventid });
    await expect(options).toHaveCount(known.filter(({ name }) => String(name).includes('km')).length);
    await options.filter({ hasText: '10 km' }).click();
    await dialog.getByRole('button', { name: 'Revisar' }).click();
    await expect(dialog.getByText('Faltan 200 MXN de diferencia: elige cómo se pagan.')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: 'Medio de pago' })).toHaveAttribute('aria-invalid', 'true');
    await choose(dialog, 'Medio de pago', 'Terminal');
    await dialog.getByRole('textbox', { name: 'Referencia' }).fill('AUT 004211');
    await review(dialog, 'Actualizar carrera', 'se puede aplicar');
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await expect(fact(page, 'Distancia')).toHaveText('10 km');
    await expect(fact(page, 'Pagado')).toContainText('625.00');
    await expect(fact(page, 'Dorsal'), 'the number of the other pool was exchanged').not.toHaveText(String(runner['number']));
    await expect(chip(page)).toHaveText('Con dorsal');
    await page.getByRole('tab', { name: /^Pagos/ }).click();
    await expect(page.getByRole('region', { name: 'Pagos' })).toContainText('AUT 004211');
  });

  test('updates the t-shirt, and the stock follows', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.paid());
    const reserved = async (): Promise<number> =>
      (await raceDay.admin.find('/v2/event/tshirt_stock', { tshirt_modelid: raceDay.shirt, size: 'L' }))[0]!['reserved'];
    const before = await reserved();
    const dialog = await begin(page, 'Actualizar playera');
    await choose(dialog, 'Talla nueva', 'L');
    await dialog.getByRole('button', { name: 'Actualizar playera' }).click();
    await expect(fact(page, 'Talla')).toHaveText('L');
    await expect(lastEntry(page)).toContainText('Actualizar playera');
    expect(await reserved()).toBe(before + 1);
  });

  test('applies a coupon of the event, and the price falls', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.started());
    await expect(fact(page, 'Total')).toContainText('625.00');
    const dialog = await begin(page, 'Aplicar cupón');
    await choose(dialog, 'Cupón', raceDay.coupon.code);
    await dialog.getByRole('button', { name: 'Aplicar cupón' }).click();
    await expect(dialog).toBeHidden();
    await expect(fact(page, 'Cupón')).toHaveText(raceDay.coupon.code);
    await expect(fact(page, 'Descuento')).toContainText('300.00');
    await expect(fact(page, 'Total')).toContainText('325.00');
    await expect(lastEntry(page)).toContainText('Aplicar cupón');
  });
});

test.describe('support, in English', () => {
  test.use({ expectedStatuses: [409] });
  test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('dorsal.lang', 'en')));

  test('updates the number', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.paid());
    const dialog = await begin(page, 'Update number');
    await dialog.getByRole('spinbutton', { name: 'New bib' }).fill('903');
    await dialog.getByRole('button', { name: 'Update number' }).click();
    await expect(fact(page, 'Bib')).toHaveText('903');
    await expect(chip(page)).toHaveText('Bib assigned');
    await expect(lastEntry(page)).toContainText('Update number');
  });

  test('reads that a number is taken', async ({ page, raceDay }) => {
    const other = await raceDay.paid();
    await openRecord(page, await raceDay.paid());
    const dialog = await begin(page, 'Update number');
    await dialog.getByRole('spinbutton', { name: 'New bib' }).fill(String(other['number']));
    await dialog.getByRole('button', { name: 'Update number' }).click();
    await expect(dialog.getByRole('spinbutton', { name: 'New bib' })).toHaveAccessibleDescription(
      new RegExp(`^Bib ${other['number']} is not free`),
    );
  });
});
