import { createServer, type IncomingHttpHeaders } from 'node:http';
import { patience } from '../support/limits';
import { begin, chip, expect, test } from './support/registration';

test.use({ profile: 'organizer' });
const soon = { timeout: 10_000 * patience }; // messages leave by their own clock

/** A program that takes messages, and what it got. */
const openProgram = async () => {
  const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      response.writeHead(200).end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the program has no port');
  return { got, url: `http://127.0.0.1:${address.port}/dorsal`, close: () => new Promise((resolve) => server.close(resolve)) };
};

test('a webhook is made, tested, seen in its log, sent again and switched off', async ({ page }) => {
  test.slow();
  const program = await openProgram();
  await page.goto('/webhooks/create');
  const form = page.getByRole('main');
  await form.getByLabel('Nombre').fill('Sistema de medallas');
  await form.getByLabel('Dirección').fill(program.url);
  const events = form.getByRole('combobox', { name: 'Avisos' });
  await events.click();
  await page.locator('.asd-select-item-option').filter({ visible: true }).first().click();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: 'Sistema de medallas' })).toBeVisible();

  const run = async (name: string): Promise<void> => {
    const dialog = await begin(page, name);
    await dialog.getByRole('button', { name, exact: true }).click();
  };
  await run('Generar secreto');
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(chip(page)).toHaveText('Encendido');
  await run('Enviar prueba');
  await expect.poll(() => program.got.length, soon).toBe(1);
  expect(program.got[0]!.headers).toMatchObject({
    'webhook-id': expect.stringMatching(/^msg_/),
    'webhook-signature': expect.stringMatching(/^v1,/),
  });

  await page.getByRole('tab', { name: /^Mensajes de webhooks/ }).click();
  const line = page.getByRole('row').filter({ hasText: '200' }).first();
  await expect(line).toContainText('Aceptado', soon);
  await line.getByRole('link').first().click();
  await expect(chip(page)).toHaveText('Aceptado');
  await run('Enviar otra vez');
  await expect.poll(() => program.got.length, soon).toBe(2);
  expect(program.got[1]!.headers['webhook-id']).toBe(program.got[0]!.headers['webhook-id']);

  await page.goto('/webhooks');
  await page.getByRole('link', { name: 'Sistema de medallas' }).first().click();
  await run('Apagar');
  await expect(chip(page)).toHaveText('Apagado');
  await expect(page.getByRole('article').getByRole('button', { name: 'Enviar prueba', exact: true })).toBeHidden();
  await program.close();
});
