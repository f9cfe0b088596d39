import { readFile } from 'node:fs/promises';
import { pdfText } from '../support/pdfText';
import { findings } from './support/findings';
import { apiOfPage, begin, chip, choose, fact, review } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin' });

test('an incident of a bike is registered, waits for somebody, and is closed with how it was solved and where the bike is', async ({
  page,
}) => {
  await page.goto('/tribike_orders');
  const api = await apiOfPage(page);
  const [order] = await api.find('/v2/kits/tribike_orders', { status: 'at_venue' });
  await page.goto(`/tribike_orders/${String(order?.['tribike_orderid'])}`);
  await expect(chip(page)).toHaveText('En la sede');
  const marking = await begin(page, 'Registrar incidencia');
  await marking.getByLabel('Qué pasó').fill('Llegó con el freno roto');
  await marking.getByRole('button', { name: 'Registrar incidencia' }).click();
  await expect(chip(page)).toHaveText('Con incidencia');
  await expect(fact(page, 'Incidencia')).toContainText('Llegó con el freno roto');
  const closing = await begin(page, 'Cerrar incidencia');
  await choose(closing, 'Dónde queda la bicicleta', 'De regreso');
  await closing.getByLabel('Cómo se resolvió').fill('El taller de la sede lo cambió');
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  await closing.getByRole('button', { name: 'Cerrar incidencia' }).click();
  await expect(chip(page)).toHaveText('De regreso');
  await expect(fact(page, 'Incidencia')).toContainText('El taller de la sede lo cambió');
});

test('a wallet is blocked with a reason and unblocked, and its statement is a PDF of its movements', async ({ page, raceDay }) => {
  const { web_userid } = await raceDay.withWallet();
  await page.goto('/wallets');
  const api = await apiOfPage(page);
  const [wallet] = await api.find('/v2/user/wallets', { web_userid });
  await page.goto(`/wallets/${String(wallet?.['walletid'])}`);
  const blocking = await begin(page, 'Bloquear');
  await blocking.getByLabel('Motivo').fill('Cargos que no reconoce');
  await review(blocking, 'Bloquear', 'no puede pagar');
  await expect(chip(page)).toHaveText('Bloqueado');
  await expect(page.getByRole('article')).toContainText('Cargos que no reconoce');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar estado de cuenta' }).click();
  const text = pdfText(await readFile(await (await saved).path())).join(' ');
  expect(text).toContain('100.00');
  expect(await findings(page, { only: 'main' })).toEqual([]);
  const unblocking = await begin(page, 'Desbloquear');
  await expect(unblocking).toContainText('se puede pagar otra vez');
  await unblocking.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(chip(page)).toHaveText('Activo');
});
