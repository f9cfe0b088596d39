import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openDatabase } from '../../server/database/openDatabase';
import { demoPassword } from '../../server/demoAccounts';
import { ownServer } from './support/ownServer';
import { expect, test } from './support/test';
import { patience } from '../support/limits';

/** The monitoring service receives a replay when its buffer is full or five seconds old. */
const replayMs = 20_000 * patience;
const received: Buffer[] = [];
let receiver: Server;

/** A real fault: a column is gone while everything else works. A start repairs the rules of the database, and not this. */
const breakCoupons = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir });
  await database.pool.query('alter table coupons rename column code to code_elsewhere');
  await database.close();
};
/** What the browser sent to the monitoring service, with the packed parts unpacked. */
const sent = (): string =>
  received
    .map((body) => {
      const at = body.indexOf(Buffer.from([0x78, 0x9c]));
      if (at < 0) return body.toString();
      try {
        return body.subarray(0, at).toString() + inflateSync(body.subarray(at)).toString();
      } catch {
        return body.toString();
      }
    })
    .join('\n');

test.use({ profile: null, expectedStatuses: [500] });
const server = ownServer(async (dataDir) => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push(Buffer.concat(parts));
      response
        .writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'content-type': 'application/json' })
        .end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  await breakCoupons(dataDir);
  return { SENTRY_DSN: `http://key@127.0.0.1:${(receiver.address() as AddressInfo).port}/1` };
});
test.afterAll(() => {
  receiver.close();
});

const signIn = async (page: Page): Promise<void> => {
  await page.goto('/events');
  await page.getByLabel('Correo electrónico').fill('super-admin@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
};

test('a fault of the server is “Network error” with the number that its log and the monitoring service have', async ({ page }) => {
  test.slow();
  await signIn(page);
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cupones', exact: true }).click();
  const problem = page.locator('.list-notice');
  await expect(problem).toContainText('Network error');
  const id = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec((await problem.textContent())!)![0];
  await expect.poll(() => server().output()).toContain(id);
  expect(await page.locator('body').textContent(), 'nobody is shown the inside of the server').not.toMatch(/column|select |code_elsewhere/);

  await expect.poll(sent, { timeout: replayMs }).toContain(`"request":"${id}"`);
  await expect.poll(sent, { timeout: replayMs, message: 'a replay of what led to it' }).toContain('replay_recording');
  const said = sent();
  expect(said).toMatch(/"user":\{"id":"ASD-U\d+"/);
  expect(said, 'no address of mail').not.toContain('super-admin@demo.test');
});

test('a replay shows no text of the page', async ({ page }) => {
  test.slow();
  received.length = 0;
  await signIn(page);
  const name = (await page.getByRole('table').getByRole('link').first().textContent())!.trim();
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cupones', exact: true }).click();
  await expect(page.locator('.list-notice')).toContainText('Network error');
  await expect.poll(sent, { timeout: replayMs }).toMatch(/\*{4,}/);
  expect(name.length).toBeGreaterThan(5);
  expect(sent()).not.toContain(name);
});

/** The draw of every sample of a page. */
const drawing = (page: Page, drawn: number): Promise<unknown> => page.addInitScript(`Math.random = () => ${drawn};`);
const openCoupons = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Cupones', exact: true }).click();
  await expect(page.locator('.list-notice')).toContainText('Network error');
};

test('every page is traced, and one session in ten is recorded without a fault', async ({ page }) => {
  test.slow();
  received.length = 0;
  await drawing(page, 0.099);
  await signIn(page);
  await expect.poll(sent, { timeout: replayMs }).toContain('"replay_type":"session"');
  expect(sent()).toMatch(/"type":"transaction"/);
  expect(sent()).toMatch(/"sample_rate":"?1"?[,}]/);
});

test('the other nine are traced too, and recorded from a fault on', async ({ page }) => {
  test.slow();
  received.length = 0;
  await drawing(page, 0.101);
  await signIn(page);
  await openCoupons(page);
  await expect.poll(sent, { timeout: replayMs }).toContain('"replay_type":"buffer"');
  expect(sent()).not.toContain('"replay_type":"session"');
  expect(sent()).toMatch(/"type":"transaction"/);
});

test.describe('without an address', () => {
  test.use({
    baseURL: async ({ server: usual }, give) => give(usual.url),
    profile: 'organizer',
  });
  test('nothing of the monitoring service is even loaded', async ({ page }) => {
    const loaded: string[] = [];
    page.on('response', async (response) => {
      if (new URL(response.url()).pathname.endsWith('.js') && (await response.text().catch(() => '')).includes('replaysSessionSampleRate'))
        loaded.push(response.url());
    });
    await page.goto('/events');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    expect(loaded.filter((url) => /entry|integration|replay|esm/i.test(url))).toEqual([]);
  });
});
