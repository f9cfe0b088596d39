import { demoPassword } from '../../server/demoAccounts';
import { ownServer } from './support/ownServer';
import { expect, test } from './support/test';

const lifeSeconds = 8,
  secondMs = 1000;
test.use({ profile: null, expectedStatuses: [401] }); // what the page asks between the end of the session and leaving
const server = ownServer({ SESSION_MAX_SECONDS: String(lifeSeconds) });

test('a session that expires leads to the login page, which leads back to where one was', async ({ page }) => {
  test.slow(); // a session lives its whole life
  await page.goto('/events');
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${server().url}/events`);
  await expect
    .poll(async () => (await page.request.get('/api/auth/session')).json(), {
      intervals: [secondMs],
      timeout: (lifeSeconds + 5) * secondMs,
    })
    .toBeNull();
  // The page may have noticed by itself and be on its way.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => undefined);
  await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(`${server().url}/events`);
});
