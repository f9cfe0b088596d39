import type { Locator, Page } from '@playwright/test';
import { findings } from './support/findings';
import { apiOfPage, begin, chip, choose, fact, pick, type Json } from './support/registration';
import { expect, test } from './support/test';

test.use({ profile: 'super-admin', expectedStatuses: [0] }); // 0 is the network that it breaks

const done = async (dialog: Locator, name: string): Promise<void> => {
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toContainText('Listo');
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toHaveCount(0);
};

const handOver = async (page: Page): Promise<void> => {
  await page.getByRole('article').getByRole('button', { name: 'Entregar', exact: true }).click();
  const handing = page.getByRole('dialog', { name: 'Entregar' });
  await expect(handing.or(chip(page).filter({ hasText: 'Entregada' }))).toBeVisible();
  if (await handing.isVisible()) await handing.getByRole('button', { name: 'Entregar', exact: true }).click();
  await expect(chip(page)).toHaveText('Entregada');
};

test('a product gets sizes and stock, is sold at the counter, handed over at the desk, taken back, and refunded', async ({
  page,
  raceDay,
}) => {
  test.slow(); // from an empty form to the money back
  const api = await apiOfPage(page);
  const runner = await raceDay.paid();
  const sku = `TOALLA-${String(runner['folio']).slice(0, 4)}`;

  await page.goto('/store_products');
  await page.getByRole('link', { name: 'Nuevo producto' }).first().click();
  const form = page.getByRole('main');
  await pick(page, 'Tienda', 'Tienda Kilómetro Cero');
  await form
    .getByRole('group', { name: /^Nombre/ })
    .getByRole('textbox')
    .first()
    .fill(`Toalla ${sku}`);
  await form.getByLabel('Clave').fill(sku);
  await form.getByLabel('Precio').fill('199.50');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('heading', { level: 1, name: `Toalla ${sku}` })).toBeVisible();
  const adding = await begin(page, 'Agregar variantes');
  await adding.getByLabel('Colores').fill('Azul, Gris');
  await adding.getByLabel('Piezas de cada una').fill('5');
  await done(adding, 'Agregar variantes');
  await expect(fact(page, 'Existencias')).toContainText('10');

  await page.goto(`/events/${raceDay.eventid}/store_sales`);
  await page.getByRole('button', { name: 'Vender' }).first().click();
  const selling = page.getByRole('dialog', { name: 'Vender' });
  await choose(selling, 'Inscripción', runner['folio']);
  await selling.getByRole('button', { name: 'Agregar fila' }).click();
  await choose(selling, 'Variante', `Toalla ${sku} Azul`);
  await selling.getByLabel('Cantidad').fill('2');
  await choose(selling, 'Cobro', 'Efectivo');
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  await selling.getByRole('button', { name: 'Vender', exact: true }).click();
  await selling.getByRole('link').click();
  await expect(chip(page)).toHaveText('Por entregar');
  await expect(fact(page, 'Total')).toContainText('399.00');
  const { pathname } = new URL(page.url());

  await page.goto(`/events/${raceDay.eventid}/desk`);
  const box = page.getByRole('textbox', { name: 'Escanea o escribe folio, dorsal o nombre' });
  await box.fill(runner['folio']);
  await box.press('Enter');
  const bought = page.getByRole('region', { name: 'Compras de tienda' });
  await expect(bought).toContainText(`2 × Toalla ${sku} Azul`);
  await bought.getByRole('button', { name: 'Entregar compra' }).click();
  await expect(bought).toContainText('Entregada');
  expect(await findings(page, { only: 'main' })).toEqual([]);
  await bought.getByRole('button', { name: 'Deshacer entrega' }).click();
  await expect(bought).toContainText('Por entregar');
  await page.context().setOffline(true);
  await box.fill(runner['folio']);
  await box.press('Enter');
  await page.getByRole('button', { name: 'Cerrar' }).first().click();
  await box.fill(runner['folio']);
  await box.press('Enter');
  await expect(page.getByText('Sin red no se ven sus compras de tienda')).toBeVisible();
  await page.context().setOffline(false);
  await expect(bought).toContainText('Por entregar');

  await page.goto(pathname);
  await handOver(page);
  await expect(page.getByRole('article')).toContainText(`Toalla ${sku} Azul`);
  const partly = await begin(page, 'Reembolsar');
  await partly.getByLabel('Motivo').fill('Sobra una');
  await partly.getByRole('button', { name: 'Agregar fila' }).click();
  await choose(partly, 'Artículo', `Toalla ${sku} Azul`);
  await partly.getByLabel('Cantidad').fill('1');
  expect(await findings(page, { only: '[role=dialog]' })).toEqual([]);
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/refund-part.png`, fullPage: true });
  const check = partly.getByRole('button', { name: 'Revisar' });
  if (await check.isVisible()) await check.click();
  await done(partly, 'Reembolsar');
  await expect(chip(page)).toHaveText('Entregada');
  await expect(fact(page, 'Reembolsado')).toContainText('199.50');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/sale.png`, fullPage: true });
  const refunding = await begin(page, 'Reembolsar');
  await refunding.getByLabel('Motivo').fill('Llegó rota');
  await choose(refunding, 'Las piezas', 'Se dan de baja');
  const review = refunding.getByRole('button', { name: 'Revisar' });
  if (await review.isVisible()) await review.click();
  await done(refunding, 'Reembolsar');
  await expect(chip(page)).toHaveText('Reembolsada');
  const [variant] = await api.find('/v2/organization/store_variants', { color: 'Azul', available: 4 });
  expect(variant).toMatchObject({ received: 5, sold: 0, adjusted: -1, available: 4 });
});

test('a product is sold for what is in the wallet after a coupon, handed over, and refunded into the wallet; the coupon may be used again', async ({
  page,
  raceDay,
}) => {
  const api = await apiOfPage(page);
  const { inscriptionid, folio, web_userid } = await raceDay.withWallet();
  const name = `Gorra ${folio}`,
    code = `TIENDA${folio}`;
  const must = async (path: string, body: object): Promise<Json> => {
    const { status, body: made } = await api.post(path, body);
    if (status > 201) throw new Error(`${path}: ${JSON.stringify(made)}`);
    return made;
  };
  const [store] = await api.find('/v2/organization/stores', { organizationid: 2 });
  const { productid } = await must('/v2/organization/store_products', {
    storeid: store?.['storeid'],
    sku: `GORRA-${folio}`,
    name: { es: name, en: name },
    price_cents: 18_000,
  });
  const { couponid } = await must('/v2/event/coupons', {
    organizationid: 2,
    eventid: raceDay.eventid,
    code,
    type: 'percent',
    value: 50,
    applies_to: 'store',
    max_uses: 1,
  });

  await page.goto(`/store_products/${productid}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const adding = await begin(page, 'Agregar variantes');
  await adding.getByLabel('Colores').fill('Rojo');
  await adding.getByLabel('Piezas de cada una').fill('3');
  await done(adding, 'Agregar variantes');
  await expect(fact(page, 'Existencias')).toContainText('3');

  await page.goto(`/events/${raceDay.eventid}/store_sales`);
  await page.getByRole('button', { name: 'Vender' }).first().click();
  const selling = page.getByRole('dialog', { name: 'Vender' });
  await choose(selling, 'Inscripción', folio);
  await selling.getByRole('button', { name: 'Agregar fila' }).click();
  await choose(selling, 'Variante', `${name} Rojo`);
  await selling.getByLabel('Cantidad').fill('1');
  await selling.getByLabel('Cupón').fill(code.toLowerCase());
  await choose(selling, 'Cobro', 'Monedero');
  await selling.getByRole('button', { name: 'Vender', exact: true }).click();
  await selling.getByRole('link').click();
  await expect(chip(page)).toHaveText('Por entregar');
  await expect(fact(page, 'Cupón')).toContainText(code);
  await expect(fact(page, 'Descuento')).toContainText('90.00');
  await expect(fact(page, 'Total')).toContainText('90.00');
  const money = async () => (await api.find('/v2/user/wallets', { web_userid }))[0]?.['available_cents'];
  expect(await money()).toBe(1_000);
  expect(await api.get(`/v2/event/coupons/${couponid}`)).toMatchObject({ uses_count: 1, status: 'exhausted' });

  await handOver(page);
  const refunding = await begin(page, 'Reembolsar');
  await refunding.getByLabel('Motivo').fill('No le quedó');
  const review = refunding.getByRole('button', { name: 'Revisar' });
  if (await review.isVisible()) await review.click();
  await done(refunding, 'Reembolsar');
  await expect(chip(page)).toHaveText('Reembolsada');
  expect(await money()).toBe(10_000);
  expect(await api.get(`/v2/event/coupons/${couponid}`)).toMatchObject({ uses_count: 0, status: 'active' });
  expect(await api.find('/v2/organization/store_variants', { productid })).toMatchObject([{ sold: 0, available: 3 }]);
  expect((await api.get(`/v2/inscription/inscriptions/${inscriptionid}`))['status']).toBe('started');
});
