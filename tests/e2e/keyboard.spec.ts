import type { Locator, Page } from '@playwright/test';
import { demoPassword } from '../../server/demoAccounts';
import { expect, test } from './support/test';
import { patience } from '../support/limits';

test.use({ profile: null });

const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
/** Walks with one key until the target has the focus: nothing here is ever focused in another way. */
const walkTo = async (page: Page, target: Locator, key = 'Tab', most = 90): Promise<void> => {
  await expect(target).toBeVisible();
  for (let step = 0; step < most && !(await isFocused(target)); step += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
};
const typeOver = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};
/** Notes every press of a pointer, in any page that this one becomes. */
const watchPointers = async (page: Page): Promise<readonly string[]> => {
  const seen: string[] = [];
  await page.exposeFunction('pointerWasPressed', (where: string) => seen.push(where));
  await page.addInitScript(() =>
    addEventListener(
      'pointerdown',
      ({ target }) =>
        (globalThis as unknown as { readonly pointerWasPressed: (where: string) => void }).pointerWasPressed(
          String((target as Element).outerHTML),
        ),
      true,
    ),
  );
  return seen;
};

test('the keyboard alone signs in, filters, opens, edits, changes several at once and signs out', async ({ page }) => {
  test.setTimeout(60_000 * patience); // a whole visit with the keyboard, step by step
  const pointers = await watchPointers(page);
  await page.goto('/events/1/inscriptions');
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  await page.keyboard.type('organizer@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  const list = page.getByRole('region', { name: 'Inscripciones' });
  const links = list.locator('[data-row-link]');
  await expect(links.first()).toBeVisible();

  await walkTo(page, list.getByRole('button', { name: 'Filtrar' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Buscar un campo')).toBeFocused();
  await page.keyboard.type('rama');
  await page.keyboard.press('Enter');
  await walkTo(page, page.getByRole('checkbox', { name: 'Femenil' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('list', { name: 'Filtros aplicados' })).toContainText('Femenil');
  await expect(list.locator('[aria-busy="true"]')).toHaveCount(0);

  await walkTo(page, links.first());
  await walkTo(page, links.nth(2), 'ArrowDown');
  const folio = await links.nth(2).innerText();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('list', { name: 'Quién o qué es' })).toContainText(folio);

  await expect(page.getByRole('link', { name: 'Editar', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  const club = page.getByLabel('Club', { exact: true });
  const written = `Club del teclado ${Date.now()}`;
  await walkTo(page, club);
  await typeOver(page, written);
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('region', { name: 'Atleta' }).getByRole('definition').filter({ hasText: written })).toBeVisible();

  await walkTo(
    page,
    page.getByRole('navigation', { name: 'Áreas de Registro' }).getByRole('link', { name: /^Inscripciones/ }),
    'Shift+Tab',
  );
  await page.keyboard.press('Enter');
  await walkTo(page, links.first());
  await page.keyboard.press('Space');
  await walkTo(page, links.nth(1), 'ArrowDown');
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Acciones sobre la selección' });
  await expect(bar).toContainText('Seleccionados: 2');
  await walkTo(page, bar.getByRole('button', { name: 'Actualizar comentario' }), 'Shift+Tab', 30);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Actualizar comentario' });
  await walkTo(page, dialog.getByRole('textbox', { name: 'Comentario' }));
  await page.keyboard.type(`Escrito sin ratón ${Date.now()}`);
  await walkTo(page, dialog.getByRole('button', { name: 'Revisar' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('2 se cambian');
  await walkTo(page, dialog.getByRole('button', { name: 'Actualizar comentario' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(bar, 'what was done is no longer selected').toBeHidden();
  await expect(links.nth(1), 'the focus is where the work was').toBeFocused();

  const person = page.getByRole('button', { name: /^Cuenta de/ });
  await walkTo(page, person, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await walkTo(page, page.getByRole('button', { name: 'Cerrar sesión' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Correo electrónico')).toBeFocused();
  expect(pointers, 'no pointer was pressed').toEqual([]);
});
