import type { BrowserContext, Page } from '@playwright/test';
import { signIn } from './support/signIn';
import { demoPassword } from '../../server/demoAccounts';
import { expect, test } from './support/test';
import { withoutLive } from '../support/withoutLive';

const secondTab = async (context: BrowserContext, path: string): Promise<Page> => {
  const tab = await context.newPage();
  await tab.goto(path);
  return tab;
};
const fillIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Correo electrónico').fill('organizer@demo.test');
  await page.getByLabel('Contraseña').fill(demoPassword);
  await page.getByRole('button', { name: 'Entrar' }).click();
};
const chosen = (page: Page) => page.getByRole('button', { name: /^Cambiar de organización/ });
const choose = async (page: Page, name: string): Promise<void> => {
  await chosen(page).click();
  await page.getByRole('button', { name, exact: true }).click();
};
const mine = 'Kilómetro Cero Eventos',
  other = 'Triatlones del Caribe';
const leaving = (page: Page) => page.getByRole('dialog', { name: '¿Salir sin guardar?' });

/** Waits until nothing on the page is on its way any more. */
const atRest = async (page: Page): Promise<void> => {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .asd-skeleton')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
};

test.beforeEach(({ context }) => withoutLive(context));

test.describe('signed out', () => {
  test.use({ profile: null, expectedStatuses: [404] }); // what the server says of an unknown link

  test('a deep link survives signing in, with its parameters', async ({ page }) => {
    await page.goto('/events?search=maraton&size=50');
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
    await fillIn(page);
    await expect(page).toHaveURL(/\/events\?search=maraton&size=50$/);
  });

  // tests/auth/security.test.ts tries every other address on the server.
  test('an evil callbackUrl leads home', async ({ page, baseURL }) => {
    await page.goto(`/api/auth/signin?callbackUrl=${encodeURIComponent(`${baseURL}@evil.test/`)}`);
    await fillIn(page);
    await expect(page).toHaveURL(`${baseURL}/home`);
  });

  test('a path with followup needs no sign-in, in both languages', async ({ page }) => {
    for (const path of ['/followup/abc', '/events/followup', '/coupons/7/followup-x']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Este enlace ya no está vigente' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/coupons/7/followup-x');
  });

  test('followup in the parameters opens nothing', async ({ page }) => {
    await page.goto('/events?x=followup');
    await expect(page).toHaveURL(/\/api\/auth\/signin\?/);
  });
});

test.describe('two tabs', () => {
  test.use({ profile: null, expectedStatuses: [401] }); // what a page still asks when its session ends
  test.beforeEach(({ page }) => signIn(page, 'organizer'));

  test('sign out together, and neither comes back', async ({ page, context }) => {
    const tab = await secondTab(context, '/events');
    await expect(tab.getByRole('heading', { level: 1, name: 'Eventos' })).toBeVisible();
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page).toHaveURL(/\/api\/auth\/signin/);
    await expect(tab).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
    await tab.goto('/events');
    await expect(tab).toHaveURL(/\/api\/auth\/signin\?/);
  });

  test('follow a chosen organization, and the session remembers it', async ({ page, context }) => {
    const tab = await secondTab(context, '/events');
    await expect(chosen(tab), 'a tab that is still loading begins with the new one').toHaveText(mine);
    await choose(page, other);
    await expect(page).toHaveURL(/\/home$/);
    await expect(chosen(tab)).toHaveText(other);
    await expect(tab).toHaveURL(/\/home$/);
    await tab.reload();
    await expect(chosen(tab)).toHaveText(other);
    await choose(tab, mine);
    await expect(chosen(page)).toHaveText(mine);
  });

  test('ask before either loses a half-filled form', async ({ page, context }) => {
    test.slow(); // two tabs take the session from each other four times
    await page.goto('/events/create');
    await page.getByRole('textbox', { name: 'Identificador web' }).fill('sin-guardar');
    await choose(page, other);
    await leaving(page).getByRole('button', { name: 'Seguir aquí' }).click();
    await expect(page.getByRole('textbox', { name: 'Identificador web' })).toHaveValue('sin-guardar');
    await expect(chosen(page)).toHaveText(mine);

    const tab = await secondTab(context, '/home');
    await expect(chosen(tab)).toHaveText(mine);
    await choose(tab, other);
    await leaving(page).getByRole('button', { name: 'Seguir aquí' }).click();
    await expect(page.getByRole('textbox', { name: 'Identificador web' })).toHaveValue('sin-guardar');
    await expect(chosen(tab), 'who stays takes the session back').toHaveText(mine);

    await choose(page, other);
    await leaving(page).getByRole('button', { name: 'Salir sin guardar' }).click();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('heading', { level: 1, name: other })).toBeVisible();
    await choose(page, mine);
    await expect(chosen(tab)).toHaveText(mine);
  });

  test('no token lies where another script could take it', async ({ page }) => {
    await page.goto('/events');
    await expect(page.getByRole('table')).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(kept).not.toMatch(/eyJ|session-token|csrf/);
  });
});

test.describe('a session that ended', () => {
  test.use({ profile: null, expectedStatuses: [401] });

  test('elsewhere leads to sign in from the next request, and back to the same page', async ({ page, browser, baseURL }) => {
    await signIn(page, 'organizer');
    await atRest(page);
    const twin = await browser.newContext({ storageState: await page.context().storageState(), ...(baseURL && { baseURL }) });
    const { csrfToken } = (await (await twin.request.get('/api/auth/csrf')).json()) as { csrfToken: string };
    const out = await twin.request.post('/api/auth/signout', { form: { csrfToken, json: 'true' }, headers: { origin: baseURL! } });
    expect(out.ok()).toBe(true);
    await twin.close();
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Eventos' }).click();
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
    // The next request is that of the click, or one that the first page makes by itself just before it.
    const left = new URL(new URL(page.url()).searchParams.get('callbackUrl')!).pathname;
    expect(['/home', '/events']).toContain(left);
    await fillIn(page);
    await expect(page).toHaveURL((url) => url.pathname === left);
  });

  test('is noticed when the tab is looked at again', async ({ page }) => {
    await signIn(page, 'organizer');
    await page.context().clearCookies();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page).toHaveURL(/\/api\/auth\/signin\?.*error=SessionRequired/);
  });
});

test.describe('a deleted CSRF cookie', () => {
  test.use({ profile: null, expectedStatuses: [401] }); // what a page still asks when its session ends

  test('costs nothing inside the product', async ({ page, context }) => {
    await signIn(page, 'organizer');
    await context.clearCookies({ name: /csrf-token/ });
    await choose(page, other);
    await expect(chosen(page)).toHaveText(other);
    await context.clearCookies({ name: /csrf-token/ });
    await choose(page, mine);
    await expect(chosen(page)).toHaveText(mine);
    await atRest(page); // what is still asked when the session ends is answered 401
    await context.clearCookies({ name: /csrf-token/ });
    await page.getByRole('button', { name: /^Cuenta de/ }).click();
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(page).toHaveURL(/\/api\/auth\/signin/);
  });

  test('on the login page is a message, and the second try signs in', async ({ page, context }) => {
    await page.goto('/');
    await expect(page.getByLabel('Contraseña')).toBeVisible();
    await context.clearCookies({ name: /csrf-token/ });
    await fillIn(page);
    await expect(page.getByText('La página estuvo abierta demasiado tiempo. Inténtalo de nuevo.')).toBeVisible();
    await fillIn(page);
    await expect(page).toHaveURL(/\/home$/);
  });
});

test.describe('a person with few keys', () => {
  test.use({ profile: 'kit-delivery' });

  test('an unknown route and a missing key have pages of their own', async ({ page }) => {
    await page.goto('/nothing/here');
    await expect(page.getByRole('heading', { name: 'No encontramos esta página' })).toBeVisible();
    await page.goto('/users');
    await expect(page.getByRole('heading', { name: 'No tienes permiso para ver esta página' })).toBeVisible();
  });
});

test.describe('constants', () => {
  test('the menu drawer closes on Escape and on a press outside it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/home');
    const drawer = page.getByRole('dialog', { name: 'Menú principal' });
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(370, 400)]) {
      await page.getByRole('button', { name: 'Abrir el menú' }).click();
      await expect(drawer).toBeVisible();
      await close();
      await expect(drawer).toBeHidden();
    }
  });

  test('a toast closes by itself after 5000 ms, at the top right', async ({ page, raceDay }) => {
    test.slow(); // a toast is there for five seconds
    // Somebody of its own: a hold of the demo data may expire while the form is open, and the save is then a conflict.
    const { inscriptionid } = await raceDay.paid();
    await page.goto(`/inscriptions/${inscriptionid}/edit`);
    await page.getByLabel('Club', { exact: true }).fill(`Club ${Date.now()}`);
    // The page itself measures: a test that polls it from outside learns of the end up to a second late.
    const shownMs = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let since: number | undefined;
          new MutationObserver(() => {
            const isThere = document.querySelector('.asd-notification-topRight .asd-notification-notice') !== null;
            if (isThere) since ??= performance.now();
            else if (since !== undefined) resolve(performance.now() - since);
          }).observe(document.body, { subtree: true, childList: true });
        }),
    );
    await page.getByRole('button', { name: 'Guardar' }).click();
    const toast = page.locator('.asd-notification-topRight').getByText('Inscripción: guardado');
    await expect(toast).toBeVisible();
    await page.mouse.move(5, 500); // a toast under the pointer waits
    const ms = await shownMs;
    expect(ms).toBeGreaterThan(4_950);
    expect(ms).toBeLessThan(7_500);
  });
});
