import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { apiOfPage, begin, choose, expect, openRecord, review, test } from './support/registration';

/** The documents of the record on screen. */
const documentsOf = async (page: Page): Promise<Locator> => {
  await page.getByRole('tab', { name: /^Documentos/ }).click();
  return page.getByRole('region', { name: 'Documentos' });
};
/** Saves the file of a document and answers its bytes. */
const saved = async (page: Page, list: Locator, name: string): Promise<Buffer> => {
  const coming = page.waitForEvent('download');
  const answered = page.waitForResponse((response) => response.url().endsWith('/file'));
  await list.getByRole('button', { name: `Descargar ${name}` }).click();
  expect((await answered).status()).toBe(200);
  const download = await coming;
  expect(download.suggestedFilename()).toBe(name);
  return readFile(await download.path());
};

test.describe('support', () => {
  test('prints the proof, opens it, changes the number and finds the new one', async ({ page, raceDay }) => {
    test.slow(); // two documents are printed and opened
    const runner = await raceDay.paid(),
      { folio, number, inscriptionid } = runner;
    await openRecord(page, runner);
    const list = await documentsOf(page);
    const printing = await begin(page, 'Crear documento PDF');
    await review(printing, 'Crear documento PDF', 'Se imprime 1 documento');
    await expect(printing).toBeHidden();
    const first = await saved(page, list, `${folio}-${number}.pdf`);
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');

    const dialog = await begin(page, 'Actualizar dorsal');
    await dialog.getByRole('spinbutton', { name: 'Dorsal nuevo' }).fill('911');
    await dialog.getByRole('button', { name: 'Actualizar dorsal' }).click();
    await expect(dialog).toBeHidden();
    await expect(list.getByRole('row').filter({ hasText: `${folio}-${number}.pdf` })).toContainText('Reemplazado');
    await expect(list.getByRole('row').filter({ hasText: `${folio}-911.pdf` })).toContainText('Vigente');
    const second = await saved(page, list, `${folio}-911.pdf`);
    expect(second.equals(first)).toBe(false);

    const known = await (await apiOfPage(page)).find('/v2/inscription/inscription_documents', { inscriptionid });
    expect(new Map(known.map((row) => [row['number'], row['sha256']]))).toEqual(
      new Map(
        [
          [number, first],
          [911, second],
        ].map(([on, data]) => [
          on,
          createHash('sha256')
            .update(data as Buffer)
            .digest('hex'),
        ]),
      ),
    );
  });

  test('prints a receipt in addition to the proof and opens it', async ({ page, raceDay }) => {
    const runner = await raceDay.paid(),
      { folio } = runner;
    await openRecord(page, runner);
    const list = await documentsOf(page);
    const printing = await begin(page, 'Crear documento PDF');
    await choose(printing, 'Documento', 'Recibo de pago');
    await review(printing, 'Crear documento PDF', 'Se imprime 1 documento');
    await expect(printing).toBeHidden();
    await expect(list.getByRole('row').filter({ hasText: `${folio}-receipt.pdf` })).toContainText('Recibo de pago');
    const receipt = await saved(page, list, `${folio}-receipt.pdf`);
    expect(receipt.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('sends the proof by mail after saying to how many, and the registration tells what became of the letter', async ({
    page,
    raceDay,
  }) => {
    const runner = await raceDay.paid(),
      { inscriptionid } = runner;
    await openRecord(page, runner);
    const sending = await begin(page, 'Enviar comprobante por correo');
    await expect(sending).toContainText('Sale 1 correo');
    await sending.getByRole('button', { name: 'Enviar comprobante por correo' }).click();
    await expect(sending).toBeHidden();
    const api = await apiOfPage(page);
    const letters = () => api.find('/v2/inscription/inscription_letters', { inscriptionid });
    await expect.poll(async () => (await letters()).map(({ status, provider }) => [status, provider])).toEqual([['sent', 'outbox']]);
    const log = await api.find('/v2/inscription/inscription_log', { inscriptionid, status: 'mail_sended' });
    expect(log).toHaveLength(1);
    await page.reload();
    await page.getByRole('tab', { name: 'Correos 1' }).click(); // tabs stand still once they know how many they hold
    await expect(page.getByRole('region', { name: 'Correos' }).getByRole('row').filter({ hasText: 'Enviado' })).toHaveCount(2); // head and row
  });
});

test.describe('finance', () => {
  test.use({ profile: 'finance' });

  test('sees that there is a proof, and neither prints nor opens one', async ({ page, raceDay }) => {
    const runner = await raceDay.paid();
    await raceDay.admin.post(`/v2/inscription/inscriptions/${runner['inscriptionid']}/create_pdf`);
    await openRecord(page, runner);
    const list = await documentsOf(page);
    await expect(list.getByRole('row').filter({ hasText: 'Vigente' })).toContainText('Comprobante de inscripción');
    await expect(list.getByRole('button', { name: /^Descargar .+/ })).toHaveCount(0);
    await expect(page.getByRole('article').getByRole('button', { name: 'Crear documento PDF' })).toHaveCount(0);
  });
});
