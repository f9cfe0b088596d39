import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findings } from './support/findings';
import { expect, test } from './support/test';

test.use({ profile: 'organizer' });

const shot = process.env['SHOTS'];
interface Heard {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
/** A program that listens for messages on this machine. */
const listen = async () => {
  const heard: Heard[] = [];
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const part of request) body += String(part);
    heard.push({ headers: request.headers, body });
    answer.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/dorsal`, close: () => void server.close() };
};

test('an organizer makes a webhook, copies its secret once, sends a test, and the log says how the program answered', async ({ page }) => {
  test.slow(); // from the form to the message sent again
  const program = await listen();
  try {
    await page.goto('/webhooks');
    await page.getByRole('link', { name: 'Nuevo webhook' }).first().click();
    const form = page.getByRole('main');
    await form.getByLabel('Nombre').fill('Cronometraje del Norte');
    await form.getByLabel('Dirección').fill('http://192.168.1.1/dorsal');
    const events = form.getByRole('combobox', { name: 'Avisos' });
    await events.click();
    await events.press('Enter');
    await events.press('Escape');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(form.getByLabel('Dirección'), 'an inner address is refused on its field').toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Dirección').fill(program.url);
    await page.keyboard.press('ControlOrMeta+s');
    await expect(page.getByRole('heading', { level: 1, name: 'Cronometraje del Norte' })).toBeVisible();

    await page.getByRole('article').getByRole('button', { name: 'Generar secreto' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Generar secreto' });
    await dialog.getByRole('button', { name: 'Generar secreto' }).click();
    const secret = await dialog.locator('code').first().innerText();
    expect(secret).toMatch(/^whsec_/);
    expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    await expect(page.locator('.show-title .status')).toHaveText('Encendido');

    await page.getByRole('article').getByRole('button', { name: 'Enviar prueba' }).press('Enter');
    await expect.poll(() => program.heard.length).toBe(1);
    const [{ headers, body }] = program.heard as [Heard];
    const signed = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signed}`);

    await page.getByRole('tab', { name: /Envíos|Mensajes|Entregas/ }).click();
    const row = page.getByRole('row').filter({ hasText: '200' });
    await expect(row).toBeVisible();
    if (shot) await page.screenshot({ path: `${shot}/webhookRecord.png`, fullPage: true });
  } finally {
    program.close();
  }
});
