import type { Locator, Page } from '@playwright/test';
import { openRaceDay } from './support/raceDay';
import {
  apiOfPage,
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
  type Json,
  type RaceDay,
  unfold,
} from './support/registration';

/** Leaves the report of what was done. */
const leave = (dialog: Locator): Promise<void> => dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
/** Does something as the super administrator that a test starts with. */
const done = async ({ admin }: RaceDay, { inscriptionid }: Json, action: string, input: object): Promise<void> => {
  const { status, body } = await admin.post(`/v2/inscription/inscriptions/${inscriptionid}/${action}`, { input });
  expect(status, JSON.stringify(body)).toBe(200);
};
/** Opens a record that is no inscription. */
const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test.describe('support', () => {
  test.use({ expectedStatuses: [400, 409] });

  test('changes the event: the inscription closes here and goes on there with its money', async ({ page, raceDay }) => {
    test.slow(); // several people and pages take part
    const there = await openRaceDay(raceDay.admin);
    const event = await raceDay.admin.get(`/v2/event/events/${there.eventid}`);
    const runner = await raceDay.paid();
    await openRecord(page, runner);
    const dialog = await begin(page, 'Cambiar de evento');
    await choose(dialog, 'Evento nuevo', event.name.es);
    await choose(dialog, 'Distancia nueva', '10 km');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Se mudó a Mérida');
    await review(dialog, 'Cambiar de evento', 'Se cierra 1 inscripción y comienza otra en el evento nuevo con lo pagado');
    await leave(dialog);
    await expect(chip(page)).toHaveText('Cambio de evento');
    await expect(fact(page, 'Dorsal')).toHaveText('—');
    await expect(lastEntry(page)).toContainText('Cambiar de evento');
    const left = await raceDay.admin.get(`/v2/inscription/inscriptions/${runner['inscriptionid']}`);
    const target = await raceDay.admin.get(`/v2/inscription/inscriptions/${left.moved_to_inscriptionid}`);
    expect(target).toMatchObject({
      eventid: there.eventid,
      distanceid: there.distances.ten,
      status: 'assign_number',
      paid_cents: 62_500,
      moved_from_inscriptionid: runner['inscriptionid'],
    });
    await openRecord(page, target);
    await expect(chip(page)).toHaveText('Con dorsal');
    await expect(fact(page, 'Viene de')).toContainText(runner['folio']);
  });

  test('changes the name: the fee of the event is shown, paid at the counter and on the record', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.paid());
    const dialog = await begin(page, 'Cambiar nombre');
    const first = dialog.getByRole('textbox', { name: 'Nombre', exact: true });
    await expect(first, 'it starts with the name as it is').toHaveValue('Prueba');
    await first.fill('Renata');
    await dialog.getByRole('button', { name: 'Revisar' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Medio de pago' })).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByText('Faltan 180 MXN de diferencia: elige cómo se pagan.')).toBeVisible();
    await choose(dialog, 'Medio de pago', 'Efectivo');
    await review(dialog, 'Cambiar nombre', 'se puede aplicar');
    await leave(dialog);
    await expect(fact(page, 'Nombres')).toHaveText('Renata');
    await expect(fact(page, 'Pagado')).toContainText('805.00');
    await expect(fact(page, 'Cargos posteriores')).toContainText('180.00');
    await expect(lastEntry(page)).toContainText('Cambiar nombre');
  });

  test('moves somebody to another wave, and says when it has no place left', async ({ page, raceDay }) => {
    const name = `Bloque ${Date.now()}`;
    const { status, body } = await raceDay.admin.post('/v2/event/waves', {
      eventid: raceDay.eventid,
      name,
      start_at: new Date(Date.now() + 60 * 86_400_000).toISOString(),
      capacity: 1,
      distanceids: [raceDay.distances.ten],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const runner = await raceDay.paid();
    await openRecord(page, runner);
    const dialog = await begin(page, 'Cambiar de bloque');
    await choose(dialog, 'Bloque nuevo', name);
    await dialog.getByRole('button', { name: 'Cambiar de bloque' }).click();
    await expect(dialog).toBeHidden();
    await expect(fact(page, 'Bloque')).toHaveText(name);
    await expect(lastEntry(page)).toContainText('Cambiar de bloque');

    await openRecord(page, await raceDay.paid());
    const full = await begin(page, 'Cambiar de bloque');
    await choose(full, 'Bloque nuevo', name);
    await full.getByRole('button', { name: 'Cambiar de bloque' }).click();
    await expect(full, 'its one place is taken').toContainText('El bloque ya no tiene lugar.');
    await expect(full, 'the wave that was chosen is still there').toContainText(name);
    await full.getByRole('button', { name: 'Cancelar' }).click();
    await expect(full).toBeHidden();
    await expect(fact(page, 'Bloque')).toHaveText('—');
  });

  test('chooses the race and the size again for who has not paid yet: both are saved, and the price follows', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.started());
    const race = await begin(page, 'Actualizar carrera');
    await choose(race, 'Distancia nueva', '5 km');
    await review(race, 'Actualizar carrera', 'se puede aplicar');
    await leave(race);
    await expect(chip(page)).toHaveText('Iniciada');
    await expect(fact(page, 'Distancia')).toHaveText('5 km');
    await expect(fact(page, 'Total')).toContainText('425.00');
    const shirt = await begin(page, 'Actualizar playera');
    await choose(shirt, 'Talla nueva', 'L');
    await shirt.getByRole('button', { name: 'Actualizar playera' }).click();
    await expect(fact(page, 'Talla')).toHaveText('L');
    await page.getByRole('tab', { name: /^Historial de inscripciones/ }).click();
    const log = page.getByRole('region', { name: 'Historial de inscripciones' });
    await expect(log).toContainText('Distancia guardada');
    await expect(log).toContainText('Talla guardada');
  });

  test('sets a free bib aside with its reason: nobody is given it until it is free again', async ({ page, raceDay }) => {
    test.slow(); // several people and pages take part
    const [bib] = await raceDay.admin.find('/v2/event/bibs', { eventid: raceDay.eventid, number: 960 });
    await open(page, `/bibs/${bib!['bibid']}`);
    await expect(chip(page)).toHaveText('Libre');
    const dialog = await begin(page, 'Retirar');
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Queda' }), 'what the bib is now is no answer').toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await choose(dialog, 'Queda', 'Restringido');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Mal impreso');
    await dialog.getByRole('button', { name: 'Retirar' }).click();
    await expect(dialog).toBeHidden();
    await expect(chip(page)).toHaveText('Restringido');
    await expect(fact(page, 'Motivo')).toHaveText('Mal impreso');
    await expect(lastEntry(page)).toContainText('Retirar');

    await openRecord(page, await raceDay.paid());
    const update = await begin(page, 'Actualizar dorsal');
    await update.getByRole('spinbutton', { name: 'Dorsal nuevo' }).fill('960');
    await update.getByRole('button', { name: 'Actualizar dorsal' }).click();
    await expect(update.getByRole('spinbutton', { name: 'Dorsal nuevo' })).toHaveAccessibleDescription(
      'El dorsal 960 no está libre: Restringido.',
    );

    await open(page, `/bibs/${bib!['bibid']}`);
    await (await begin(page, 'Liberar')).getByRole('button', { name: 'Liberar' }).click();
    await expect(chip(page)).toHaveText('Libre');
  });
});

test.describe('finance', () => {
  test.use({ profile: 'finance', expectedStatuses: [403, 409] });

  test('takes a refund back while it is in the wallet: the registration returns as it was', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    await done(raceDay, runner, 'wallet_refund', { amount_cents: 60_000, reason: 'Lesión' });
    await openRecord(page, runner);
    await expect(chip(page)).toHaveText('Reembolso a monedero');
    const dialog = await begin(page, 'Revertir reembolso');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Sí va a correr');
    await review(dialog, 'Revertir reembolso', 'El importe sale del monedero del atleta y la inscripción vuelve a donde estaba.');
    await leave(dialog);
    await expect(chip(page)).toHaveText('Con dorsal');
    await expect(fact(page, 'Dorsal')).toHaveText(/^\d+$/);
    await expect(fact(page, 'Reembolsado')).not.toContainText('600.00');
    await expect(lastEntry(page)).toContainText('Revertir reembolso');
    const [wallet] = await raceDay.admin.find('/v2/user/wallets', { web_userid: runner['web_userid'] });
    expect(wallet!['available_cents'], 'nothing of it stays in the wallet').toBe(0);
  });

  test('puts money into a wallet and takes it out, with a reason, and never more than there is', async ({ page, raceDay }) => {
    const { web_userid } = await raceDay.withWallet();
    const [wallet] = await raceDay.admin.find('/v2/user/wallets', { web_userid });
    await open(page, `/wallets/${wallet!['walletid']}`);
    await expect(fact(page, 'Disponible')).toContainText('100.00');
    const credit = await begin(page, 'Abonar');
    await credit.getByRole('spinbutton', { name: 'Importe' }).fill('50.50');
    await credit.getByRole('button', { name: 'Abonar' }).click();
    await expect(credit.getByRole('textbox', { name: 'Motivo' }), 'not without a reason').toHaveAttribute('aria-invalid', 'true');
    await credit.getByRole('textbox', { name: 'Motivo' }).fill('Compensación por el retraso');
    await credit.getByRole('button', { name: 'Abonar' }).click();
    await leave(credit);
    await expect(fact(page, 'Disponible')).toContainText('150.50');

    const debit = await begin(page, 'Cargar');
    await debit.getByRole('spinbutton', { name: 'Importe' }).fill('500');
    await debit.getByRole('textbox', { name: 'Motivo' }).fill('Abono duplicado');
    await debit.getByRole('button', { name: 'Revisar' }).click();
    await expect(debit).toContainText('El saldo del monedero no alcanza: hay 150.5 MXN disponibles.');
    await expect(debit.getByRole('textbox', { name: 'Motivo' }), 'nothing typed is lost').toHaveValue('Abono duplicado');
    await debit.getByRole('spinbutton', { name: 'Importe' }).fill('30');
    await review(debit, 'Cargar', 'Se descuenta saldo de 1 monedero. El movimiento queda escrito y no se borra.');
    await leave(debit);
    await expect(fact(page, 'Disponible')).toContainText('120.50');
    await page.getByRole('tab', { name: /^Movimientos/ }).click();
    const ledger = page.getByRole('region', { name: /^Movimientos/ });
    await expect(ledger).toContainText('Compensación por el retraso');
    await expect(ledger).toContainText('Abono duplicado');
  });

  test('is turned down: another person rejects the refund, nothing moves, and it may be asked for again', async ({
    page,
    openPage,
    raceDay,
  }) => {
    test.slow(); // several people and pages take part
    const runner = await raceDay.paid({ distance: 'dear' });
    const { status } = await (
      await apiOfPage(page)
    ).post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/wallet_refund`, {
      input: { amount_cents: 240_000, reason: 'Embarazo' },
    });
    expect(status).toBe(200);
    const [payment] = await raceDay.admin.find('/v2/inscription/payments', { inscriptionid: runner['inscriptionid'], status: 'created' });
    const address = `/payments/${payment!['paymentid']}`;
    await open(page, address);
    const menu = await openMenu(page);
    await unfold(page);
    const kept = menu.getByRole('menuitem', { name: 'Rechazar reembolso' });
    await expect(kept, 'not offered to the person who asked').toHaveAccessibleDescription(
      'Otra persona debe autorizar el reembolso que pediste.',
    );
    const called = await (await apiOfPage(page)).post(`/v2/inscription${address}/reject`, { input: { reason: 'Me arrepentí' } });
    expect(called.status, 'the server says the same').toBe(409);

    const chief = await openPage('super-admin');
    await open(chief, address);
    const dialog = await begin(chief, 'Rechazar reembolso');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Falta el certificado');
    await review(dialog, 'Rechazar reembolso', 'Se rechaza 1 reembolso: el dinero no se devuelve y la inscripción queda como está.');
    await expect(dialog).toBeHidden();
    await expect(chip(chief)).toHaveText('Cancelado');
    await expect(fact(chief, 'Motivo')).toHaveText('Falta el certificado');
    await expect(lastEntry(chief)).toContainText('Rechazar reembolso');

    await openRecord(page, runner);
    await expect(chip(page)).toHaveText('Sin dorsal');
    await expect(fact(page, 'Reembolsado')).not.toContainText('2,400.00');
    const again = await begin(page, 'Reembolsar a monedero');
    await again.getByRole('spinbutton', { name: 'Importe' }).fill('600');
    await again.getByRole('textbox', { name: 'Motivo' }).fill('Con certificado');
    await review(again, 'Reembolsar a monedero', 'Se cierra 1 inscripción');
    await leave(again);
    await expect(chip(page)).toHaveText('Reembolso a monedero');
  });
});

test.describe('the person who keeps the shirts', () => {
  test.use({ profile: 'national-admin', expectedStatuses: [409] });

  test('corrects the count of a size with a reason, and never below what is promised', async ({ page, raceDay }) => {
    await raceDay.paid();
    const [size] = await raceDay.admin.find('/v2/event/tshirt_stock', { tshirt_modelid: raceDay.shirt, size: 'M' });
    const available = Number(size!['available']);
    await open(page, `/tshirt_stock/${size!['tshirt_stockid']}`);
    await expect(fact(page, 'Disponibles')).toHaveText(String(available));
    const dialog = await begin(page, 'Ajustar');
    const quantity = dialog.getByRole('spinbutton', { name: 'Cantidad' });
    await quantity.fill('-100');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('Conteo del almacén');
    await dialog.getByRole('button', { name: 'Ajustar' }).click();
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await expect(quantity).toHaveAccessibleDescription(/^El ajuste dejaría menos playeras que las prometidas\./);
    await quantity.fill('-2');
    await choose(dialog, 'Tipo', 'Merma');
    await dialog.getByRole('button', { name: 'Ajustar' }).click();
    await expect(dialog).toBeHidden();
    await expect(fact(page, 'Disponibles')).toHaveText(String(available - 2));
    await expect(fact(page, 'Ajuste')).toHaveText(/^[-−]2$/);
    await page.getByRole('tab', { name: /^Movimientos/ }).click();
    await expect(page.getByRole('region', { name: /^Movimientos/ })).toContainText('Conteo del almacén');
  });
});
