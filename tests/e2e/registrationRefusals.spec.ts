import { apiOfPage, begin, expect, openMenu, openRecord, test, unfold } from './support/registration';

const body = { input: { cancel_reason: 'requested' } };

test.describe('support', () => {
  test.use({ expectedStatuses: [409] });

  test('sees what the record refuses, disabled and with its reason, reached by keyboard and opening nothing', async ({ page, raceDay }) => {
    const runner = await raceDay.started();
    await openRecord(page, runner);
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem', { name: 'Actualizar dorsal' })).toHaveCount(0);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const refused = menu.getByRole('menuitem', { name: 'Actualizar dorsal' });
    await expect(refused).toHaveAttribute('aria-disabled', 'true');
    await expect(refused).toHaveAccessibleDescription('No se puede mientras el registro está en «Iniciada».');
    await expect(menu.getByRole('group', { name: 'Ahora no es posible' }).getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(menu.getByRole('menuitem').last()).toBeFocused();
    await refused.click({ force: true });
    await expect(page.getByRole('dialog', { name: 'Actualizar dorsal' })).toHaveCount(0);
    const called = await (
      await apiOfPage(page)
    ).post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/update_number`, { input: { number: 950 } });
    expect(called.status, 'the server says the same').toBe(409);
    expect(called.body['errors']).toEqual([
      { path: 'status', code: 'STATE_NOT_ALLOWED', message: 'No se puede mientras el registro está en «Iniciada».' },
    ]);
  });

  test('sees in the row menu of a list that a kit was handed out', async ({ page }) => {
    const [handed] = await (
      await apiOfPage(page)
    ).find('/v2/inscription/inscriptions', { kit_status: 'delivered', status: 'assign_number' });
    await page.goto(`/inscriptions?q=${handed!['folio']}`);
    await page.getByRole('button', { name: `Acciones de ${handed!['folio']}` }).click();
    await unfold(page);
    for (const name of ['Actualizar dorsal', 'Actualizar carrera', 'Actualizar playera', 'Quitar dorsal']) {
      await expect(page.getByRole('menuitem', { name })).toHaveAccessibleDescription(
        'El kit ya se entregó: primero registra su devolución.',
      );
    }
    await expect(page.getByRole('menuitem', { name: 'Actualizar comentario' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('closes a dialog with Escape and on its overlay, and is asked before something typed is lost', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.paid());
    const overlay = { position: { x: 5, y: 5 } };
    const wrap = page.locator('.asd-modal-wrap').first();
    const first = await begin(page, 'Actualizar dorsal');
    await first.getByRole('spinbutton', { name: 'Dorsal nuevo' }).focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await begin(page, 'Actualizar dorsal');
    await wrap.click(overlay);
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const dialog = await begin(page, 'Actualizar dorsal');
    const reason = dialog.getByRole('textbox', { name: 'Motivo' });
    await reason.fill('A medio escribir');
    const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    for (const leave of [() => wrap.click(overlay), () => page.keyboard.press('Escape')]) {
      await leave();
      await question.getByRole('button', { name: 'Seguir aquí' }).click();
      await expect(question).toHaveCount(0);
      await expect(reason).toHaveValue('A medio escribir');
      await reason.focus();
    }
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('kit delivery', () => {
  test.use({ profile: 'kit-delivery', expectedStatuses: [403] });

  test('does not see the actions that its keys do not open, and the server refuses them when called anyway', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    await openRecord(page, runner);
    await expect(page.getByRole('article').getByRole('button', { name: 'Actualizar comentario' })).toBeVisible();
    const menu = await openMenu(page);
    await expect(menu.getByRole('menuitem').first()).toBeVisible();
    for (const name of ['Cancelar inscripción', 'Registrar pago', 'Actualizar carrera', 'Reembolsar a monedero', 'Abrir contracargo'])
      await expect(page.getByText(name, { exact: true })).toHaveCount(0);
    const api = await apiOfPage(page);
    const one = await api.post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/cancel`, body);
    expect(one.status).toBe(403);
    expect(one.body['message']).toBe('No tienes permiso para esto.');
    const many = await api.post('/v2/inscription/inscriptions/actions/cancel', { ...body, ids: [runner['inscriptionid']] });
    expect(many.status).toBe(403);
    const run = await api.post('/v2/inscription/inscriptions/actions/cancel/runs', { ...body, ids: [runner['inscriptionid']] });
    expect(run.status).toBe(403);
    expect((await raceDay.admin.get(`/v2/inscription/inscriptions/${runner['inscriptionid']}`)).status).toBe('assign_number');
  });
});

test.describe('an organizer', () => {
  test.use({ profile: 'organizer' });

  test('may change the t-shirt, and is offered neither the race nor the money nor the cancellation', async ({ page, raceDay }) => {
    await openRecord(page, await raceDay.paid());
    const dialog = await begin(page, 'Actualizar playera');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await openMenu(page);
    for (const name of ['Actualizar carrera', 'Reembolsar a monedero', 'Registrar pago', 'Cancelar inscripción'])
      await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  });
});
