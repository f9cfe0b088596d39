import {
  begin,
  chip,
  choose,
  expect,
  fact,
  lastEntry,
  openMenu,
  openRecord,
  review,
  test,
  unfold,
  type Json,
  type RaceDay,
} from './support/registration';

/** Somebody whose payment waits, with 50 pesos of the wallet set aside for it. */
const waiting = async ({ withWallet, admin }: RaceDay): Promise<Json> => {
  const runner = await withWallet();
  const { status, body } = await admin.post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/request_payment`, {
    input: { method: 'oxxo', wallet_cents: 5_000 },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return runner;
};
const cancelled = async ({ paid, admin }: RaceDay): Promise<Json> => {
  const runner = await paid();
  const { status, body } = await admin.post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/cancel`, {
    input: { cancel_reason: 'requested' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return runner;
};

test.describe('support', () => {
  test.use({ expectedStatuses: [409] });

  test('requests a payment with a part of the wallet, and no more than there is', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.withWallet());
    const dialog = await begin(page, 'Solicitar pago');
    await choose(dialog, 'Medio de pago', 'OXXO');
    const wallet = dialog.getByRole('spinbutton', { name: 'Del monedero' });
    await wallet.fill('500');
    await dialog.getByRole('button', { name: 'Solicitar pago' }).click();
    await expect(dialog).toContainText('El saldo del monedero no alcanza: hay 100 MXN disponibles.');
    await expect(dialog, 'the method that was chosen is still there').toContainText('OXXO');
    await wallet.fill('50');
    await dialog.getByRole('button', { name: 'Solicitar pago' }).click();
    await expect(dialog).toBeHidden();
    await expect(chip(page)).toHaveText('Pago pendiente');
    await expect(fact(page, 'Pagado con monedero')).toContainText('50.00');
    await expect(lastEntry(page)).toContainText('Solicitar pago');
  });

  test('cancels after reading what follows, and the bib, the number and the reason tell', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    await openRecord(page, runner);
    const dialog = await begin(page, 'Cancelar inscripción');
    await choose(dialog, 'Motivo de cancelación', 'A petición');
    await dialog.getByRole('textbox', { name: 'Detalle' }).fill('Se lesionó');
    await review(dialog, 'Cancelar inscripción', 'Se cancela 1 inscripción: su lugar, su dorsal y su talla quedan libres.');
    await expect(dialog).toBeHidden();
    await expect(chip(page)).toHaveText('Cancelada');
    await expect(fact(page, 'Motivo de cancelación')).toHaveText('A petición');
    await expect(fact(page, 'Dorsal')).toHaveText('—');
    await expect(lastEntry(page)).toContainText('Cancelar inscripción');
    const [bib] = await raceDay.admin.find('/v2/event/bibs', { eventid: raceDay.eventid, number: runner['number'] });
    expect(bib!['state']).toBe('free');
  });

  test('reactivates what was cancelled', async ({ page, raceDay }) => {
    await openRecord(page, await cancelled(raceDay));
    await expect(chip(page)).toHaveText('Cancelada');
    const dialog = await begin(page, 'Reactivar');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Se canceló por error');
    await review(dialog, 'Reactivar', 'se puede aplicar');
    await expect(chip(page)).toHaveText('Con dorsal');
    await expect(fact(page, 'Dorsal')).toHaveText(/^\d+$/);
    await expect(lastEntry(page)).toContainText('Reactivar');
  });

  test('cancels and reactivates in English', async ({ page, raceDay }) => {
    test.slow(); // two actions, each with its rehearsal
    await page.addInitScript(() => localStorage.setItem('dorsal.lang', 'en'));
    await openRecord(page, await raceDay.paid());
    const closing = await begin(page, 'Cancel registration');
    await choose(closing, 'Reason of cancellation', 'Duplicate');
    await review(closing, 'Cancel registration', /1 registration is cancelled/, { review: 'Review' });
    await expect(chip(page)).toHaveText('Cancelled');
    const opening = await begin(page, 'Reactivate');
    await opening.getByRole('textbox', { name: 'Reason' }).fill('Not a duplicate after all');
    await review(opening, 'Reactivate', 'it can be applied', { review: 'Review' });
    await expect(chip(page)).toHaveText('Bib assigned');
    await expect(lastEntry(page)).toContainText('Reactivate');
  });
});

test.describe('finance', () => {
  test.use({ profile: 'finance', expectedStatuses: [403, 409] });

  test('removes the wallet from a payment that waits, and the menu then says why not again', async ({ page, raceDay }) => {
    await openRecord(page, await waiting(raceDay));
    await expect(fact(page, 'Pagado con monedero')).toContainText('50.00');
    const dialog = await begin(page, 'Quitar monedero');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Pagará completo en la tienda');
    await review(dialog, 'Quitar monedero', 'se puede aplicar');
    await expect(dialog).toBeHidden();
    await expect(chip(page)).toHaveText('Pago pendiente');
    await expect(fact(page, 'Pagado con monedero')).toContainText('0.00');
    await expect(fact(page, 'Pagado con monedero')).not.toContainText('50.00');
    await expect(lastEntry(page)).toContainText('Quitar monedero');
    const menu = await openMenu(page);
    await unfold(page);
    const refused = menu.getByRole('menuitem', { name: 'Quitar monedero' });
    await expect(refused).toHaveAccessibleDescription('No hay dinero del monedero en esta inscripción.');
  });

  test('refunds below the limit at once, after reading what follows', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.paid());
    const dialog = await begin(page, 'Reembolsar a monedero');
    await dialog.getByRole('spinbutton', { name: 'Importe' }).fill('600');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Lesión con certificado');
    await review(dialog, 'Reembolsar a monedero', 'Se cierra 1 inscripción y su importe va al monedero del atleta');
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await expect(chip(page)).toHaveText('Reembolso a monedero');
    await expect(fact(page, 'Reembolsado')).toContainText('600.00');
    await expect(lastEntry(page)).toContainText('Reembolsar a monedero');
  });

  test('asks for a refund above the limit: it waits, is refused to the person who asked, and another person approves it in Payments', async ({
    page,
    openPage,
    raceDay,
  }) => {
    test.slow(); // two people take part
    const runner = await raceDay.paid({ distance: 'dear' });
    await openRecord(page, runner);
    const dialog = await begin(page, 'Reembolsar a monedero');
    await dialog.getByRole('spinbutton', { name: 'Importe' }).fill('2400');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Embarazo');
    await review(dialog, 'Reembolsar a monedero', 'salvo que espere una segunda firma');
    await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
    await expect(chip(page), 'nothing is closed before the second person').toHaveText('Sin dorsal');
    await page.getByRole('tab', { name: /^Pagos/ }).click();
    await expect(page.getByRole('region', { name: 'Pagos' })).toContainText('Por autorizar');

    const [payment] = await raceDay.admin.find('/v2/inscription/payments', { inscriptionid: runner['inscriptionid'], status: 'created' });
    const list = `/payments?filter=${encodeURIComponent(JSON.stringify({ field: 'inscriptionid', op: 'eq', value: runner['inscriptionid'] }))}`;
    await page.goto(list);
    const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Por autorizar' });
    await row.getByRole('button', { name: /^Acciones de/ }).click();
    await unfold(page);
    const kept = page.getByRole('menuitem', { name: 'Autorizar reembolso' });
    await expect(kept, 'not offered to the person who asked').toBeDisabled();
    await expect(kept).toContainText('Otra persona debe autorizar el reembolso que pediste.');

    const chief = await openPage('super-admin');
    await chief.goto(`/payments/${payment!['paymentid']}`);
    await expect(chip(chief)).toHaveText('Por autorizar');
    const approval = await begin(chief, 'Autorizar reembolso');
    await expect(approval).toContainText('se puede aplicar');
    await approval.getByRole('button', { name: 'Autorizar reembolso' }).click();
    await expect(approval).toBeHidden();
    await expect(chip(chief)).toHaveText('Pagado');
    await openRecord(page, runner);
    await expect(chip(page)).toHaveText('Reembolso a monedero');
    await expect(fact(page, 'Reembolsado')).toContainText('2,400.00');
  });

  test('opens a chargeback that the house wins: the bib is back as it was', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    await openRecord(page, runner);
    const opening = await begin(page, 'Abrir contracargo');
    await opening.getByRole('textbox', { name: 'Folio del banco' }).fill('CB-7741');
    await opening.getByRole('textbox', { name: 'Motivo' }).fill('El banco lo reportó');
    await review(opening, 'Abrir contracargo', '1 inscripción queda en disputa: su kit no se entrega hasta que el banco resuelva.');
    await expect(chip(page)).toHaveText('Contracargo');
    await expect(lastEntry(page)).toContainText('Abrir contracargo');
    const closing = await begin(page, 'Cerrar contracargo');
    await choose(closing, 'Resultado', 'Ganado');
    await closing.getByRole('textbox', { name: 'Motivo' }).fill('Se envió el comprobante');
    await review(closing, 'Cerrar contracargo', 'se puede aplicar');
    await expect(chip(page)).toHaveText('Con dorsal');
    await expect(fact(page, 'Dorsal')).toHaveText(String(runner['number']));
    await expect(lastEntry(page)).toContainText('Cerrar contracargo');
  });

  test('closes a chargeback that the house loses: cancelled, and the money is gone', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    const { status } = await raceDay.admin.post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/open_chargeback`, {
      input: { reason: 'El banco lo reportó' },
    });
    expect(status).toBe(200);
    await openRecord(page, runner);
    const dialog = await begin(page, 'Cerrar contracargo');
    await choose(dialog, 'Resultado', 'Perdido');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('El banco dio la razón al titular');
    await review(dialog, 'Cerrar contracargo', 'se puede aplicar');
    await expect(chip(page)).toHaveText('Cancelada');
    await expect(fact(page, 'Motivo de cancelación')).toHaveText('Contracargo');
    await expect(fact(page, 'Reembolsado')).toContainText('625.00');
  });
});
