import type { Browser, Page } from '@playwright/test';
import { patience } from '../support/limits';
import { findings } from './support/findings';
import { begin, chip, expect, test, type RaceDay } from './support/registration';

test.use({ profile: 'super-admin' });
const long = 90_000 * patience;

/** A distance of its own, with an athlete who has a number. */
const addRace = async ({ addDistance, addPool, paid }: RaceDay, mark: string) => {
  const name = `Carrera ${mark}`;
  const distanceid = await addDistance(name, 10_000);
  await addPool(`Serie ${mark}`, distanceid, 70_000, 70_100);
  return { name, distanceid, runner: await paid({ distanceid }) };
};

const bring = async (page: Page, name: string, text: string): Promise<void> => {
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Elegir archivo' }).click();
  await (await coming).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
};

/** Sends a claim as an athlete does, on a phone and without an account. */
const sendClaim = async (browser: Browser, address: string, who: string, distance: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-MX' });
  const guest = await context.newPage();
  await guest.goto(address);
  await expect(guest.getByRole('heading', { name: 'Reclama tu resultado' })).toBeVisible();
  expect(await findings(guest)).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await guest.getByLabel('Número de corredor o folio').fill(who);
  const distances = guest.getByLabel('Distancia');
  if ((await distances.count()) > 0) await distances.selectOption({ label: distance });
  await guest.getByLabel('Qué está mal').selectOption({ label: 'Tiempo' });
  await guest.getByLabel('Qué pasó').fill('Mi reloj marca diez minutos menos.');
  await guest.getByLabel('Tu correo').fill('atleta@ejemplo.test');
  await guest.getByRole('button', { name: 'Enviar reclamo' }).click();
  await expect(guest.getByRole('heading', { name: 'Recibimos tu reclamo' })).toBeVisible();
  await context.close();
};

test('a file becomes official results: loaded, matched, checked, published, claimed and corrected', async ({ page, browser, raceDay }) => {
  test.setTimeout(long);
  const mark = Date.now().toString(36);
  const { name, distanceid, runner } = await addRace(raceDay, mark);
  const file = [
    'Dorsal,Nombre,Sexo,Categoría,Tiempo oficial,Natación,Ciclismo,Distancia',
    `${runner['number']},Atleta ${mark},,Libre,0:50:00,0:20:00,0:30:00,${name}`,
    `,Visitante ${mark},F,Libre,0:45:00,0:40:00,0:30:00,${name}`,
  ].join('\n');

  await page.goto(`/import_jobs/new?type=results&eventid=${raceDay.eventid}&within=event`);
  await bring(page, `tiempos-${mark}.csv`, file);
  await expect(page.getByLabel('Campo para Natación')).toHaveValue('splits');
  await expect(page.getByLabel('Campo para Distancia')).toHaveValue('distanceid');
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click();
  await page.getByRole('button', { name: /^Continuar|^Siguiente/ }).click({ timeout: long });
  await page.getByRole('button', { name: /Importar 2/ }).click();
  await expect(page.getByRole('heading', { name: /^Importación terminada/ })).toBeVisible({ timeout: long });

  const [set] = await raceDay.admin.find('/v2/tyr/result_sets', { distanceid });
  const address = `/events/${raceDay.eventid}/tyr/${set?.['result_setid']}`;
  await page.goto(address);
  const steps = page.getByRole('navigation', { name: 'Pasos' });
  await expect(steps).toContainText('2 resultados');
  await expect(steps).toContainText('1 sin identificar', { timeout: long }); // the server matches, ranks and checks by itself
  expect(await findings(page)).toEqual([]);
  const queue = page.getByRole('region', { name: /^Sin identificar/ });
  await queue.getByRole('button', { name: 'Sin inscripción' }).click();
  await expect(steps).toContainText('Todos identificados', { timeout: long });

  await page.getByRole('link', { name: /Parciales imposibles/ }).click();
  await page
    .getByRole('row', { name: new RegExp(`Visitante ${mark}`) })
    .getByRole('link')
    .first()
    .click();
  const accepted = await begin(page, 'Dar por revisado');
  await accepted.getByRole('button', { name: 'Dar por revisado' }).click();
  await page.goto(address);
  await expect(steps).toContainText('Nada por revisar', { timeout: long });
  const stage = async (): Promise<unknown> => (await raceDay.admin.get(`/v2/tyr/result_sets/${set?.['result_setid']}`)).stage;
  await expect.poll(stage, { timeout: long, message: 'the server is done with the set' }).toBeNull();
  const published = await begin(page, 'Publicar provisionales');
  await published.getByRole('button', { name: 'Publicar provisionales' }).click();
  await expect(chip(page)).toHaveText('Provisionales');

  const claims = await page.getByRole('link', { name: 'Página para reclamar' }).getAttribute('href');
  await sendClaim(browser, claims ?? '', String(runner['number']), name);
  await page.reload();
  await page.getByRole('link', { name: '1 reclamo por responder' }).click();
  await page
    .getByRole('row', { name: /Mi reloj marca/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('link', { name: 'Abrir página' }).click();
  await expect(page.getByRole('region', { name: 'Resultado publicado' })).toContainText('0:50:00');
  const answer = await begin(page, 'Aceptar y corregir');
  await answer.getByLabel('Tiempo oficial').fill('0:40:00');
  await answer.getByLabel('Respuesta al atleta').fill('Lo vimos en el video de meta.');
  await answer.getByRole('button', { name: 'Aceptar y corregir' }).click();
  await expect(chip(page)).toHaveText('Aceptado');
  await expect(page.getByRole('region', { name: 'Resultado publicado' })).toContainText('0:40:00');
});
