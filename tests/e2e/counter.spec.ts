import type { Page } from '@playwright/test';
import { apiOfPage, begin } from './support/registration';
import { expect, test } from './support/test';

/** Presses keys and counts them: an athlete whom the organization knows takes at most 25. */
const keysOf = (page: Page) => {
  let count = 0;
  return {
    press: async (key: string): Promise<void> => {
      count += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string): Promise<void> => {
      count += text.length;
      await page.keyboard.type(text);
    },
    count: () => count,
  };
};
const openCounter = async (page: Page): Promise<void> => {
  await page.goto('/events/1/inscriptions/create');
  await expect(page.getByRole('combobox', { name: 'Busca al atleta' })).toBeFocused();
};
const option = (page: Page) => page.locator('.asd-select-item-option-active');

test.describe('support, at the counter', () => {
  test.use({ profile: 'customer-support', expectedStatuses: [400] });

  test('registers a known athlete by keyboard alone, in at most 25 keys', async ({ page, openPage }) => {
    const api = await apiOfPage(await openPage('super-admin'));
    const known = { first_name: 'Zulema', last_name: 'Quintanar', gender: 'F', birth_date: '1990-05-06', email: 'zulema@example.com' };
    await api.post('/v2/user/web_users', known);
    await openCounter(page);
    const keys = keysOf(page);
    await keys.type('zulema');
    await expect(option(page)).toContainText('Zulema Quintanar');
    await expect(page.getByRole('combobox', { name: 'Busca al atleta' })).toHaveAttribute('aria-busy', 'false');
    await keys.press('Enter');
    await expect(page.getByRole('radio', { name: /Maratón/ }).first()).toBeFocused();
    await keys.press('Space');
    await expect(page.getByText('Total', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Preguntas del evento' })).toBeVisible();
    for (let at = 0; at < 4; at += 1) await keys.press('Tab');
    await expect(page.getByLabel(/Cómo te enteraste/)).toBeFocused();
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await keys.press('Control+s');
    await expect(page.getByRole('button', { name: 'Inscribir a otra persona' })).toBeFocused();
    await expect(page.locator('.counter-done')).toContainText('Con dorsal');
    expect(keys.count()).toBeLessThanOrEqual(25);
  });

  test('registers somebody new after every refusal is on its field, and nothing typed is lost', async ({ page }) => {
    await openCounter(page);
    await page.keyboard.type('Xóchitl Prueba Mesa');
    await expect(option(page)).toContainText('Atleta nuevo: «Xóchitl Prueba Mesa»');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Segundo apellido')).toHaveValue('Mesa');
    await page.locator('.counter-race', { hasText: '5K' }).click();
    await page.getByRole('button', { name: /Inscribir y cobrar/ }).click();
    await expect(page.getByRole('alert')).toContainText('Rama');
    await page.getByLabel(/^Rama/).click();
    await page.keyboard.press('Enter');
    await page.getByLabel(/^Fecha de nacimiento/).fill('06/05/1990');
    await page.keyboard.press('Tab');
    await page.getByLabel(/^Correo/).fill('xochitl.prueba@example.com');
    await page.getByRole('button', { name: /Inscribir y cobrar/ }).click();
    await expect(page.getByText('Preguntas del evento: Este dato es obligatorio.')).toBeVisible();
    await expect(page.getByLabel('Segundo apellido')).toHaveValue('Mesa');
    await page.getByLabel(/Cómo te enteraste/).click();
    await page.keyboard.press('Enter');
    await page.getByLabel('Enviar enlace de pago').check();
    await page.getByRole('button', { name: 'Inscribir', exact: true }).click();
    await expect(page.locator('.counter-done')).toContainText('Xóchitl Prueba Mesa');
    await expect(page.locator('.counter-done')).toContainText('Falta pagar');
    await page.getByRole('button', { name: 'Inscribir a otra persona' }).click();
    await expect(page.getByRole('combobox', { name: 'Busca al atleta' })).toBeFocused();
  });

  test('edits the answers of a registration in a dialog with the questions of its event', async ({ page }) => {
    await page.goto('/events/1/inscriptions');
    const record = await page.locator('.list [data-row-link]').first().getAttribute('href');
    await page.goto(record ?? '');
    await expect(page.locator('.show-title')).toBeVisible();
    const dialog = await begin(page, 'Editar respuestas');
    await dialog.getByLabel('¿Cuántas carreras has corrido?').fill('7');
    await dialog.getByRole('button', { name: 'Editar respuestas' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('tab', { name: /^Historial de inscripciones/ }).click();
    const saved = page.locator('tr[data-row]').filter({ hasText: 'Respuestas guardadas' });
    await expect(saved.filter({ hasText: /Preguntas del evento: .*7/ }).first()).toBeVisible();
  });
});
