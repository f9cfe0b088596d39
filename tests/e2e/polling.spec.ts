import { demoPassword } from '../../server/demoAccounts';
import { ownServer } from './support/ownServer';
import { expect, test } from './support/test';

test.use({ profile: null, expectedStatuses: [0] }); // 0 is the network that it cuts
ownServer({ SESSION_POLL_SECONDS: '60' });

test('the session is read again every 60 seconds as configured, and not while the browser is offline', async ({ page }) => {
  await page.goto('/events');
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  const list = page.getByRole('table').getByRole('link').first();
  await expect(list).toBeVisible();
  let asked = 0,
    read = 0;
  const isSession = (address: string): boolean => new URL(address).pathname === '/api/auth/session';
  page.on('request', (request) => {
    if (isSession(request.url())) asked += 1;
  });
  page.on('requestfinished', (request) => {
    if (isSession(request.url())) read += 1;
  });
  await page.clock.install();
  await page.reload();
  await expect(list).toBeVisible();
  await expect.poll(() => read, 'once for the page').toBe(1);
  const minute = (): Promise<void> => page.clock.fastForward(60_000);
  await minute();
  await expect.poll(() => read).toBe(2);
  await minute();
  await expect.poll(() => read).toBe(3);
  await page.context().setOffline(true);
  await minute();
  await page.context().setOffline(false);
  await minute();
  await expect.poll(() => read).toBe(4);
  expect(asked, 'nothing was asked meanwhile').toBe(4);
});
