import { readFile } from 'node:fs/promises';
import { choose, expect, test as base } from './support/registration';
import { openRaceDay, type RaceDay } from './support/raceDay';

let known: Promise<RaceDay> | undefined;
const test = base.extend<{ readonly packDay: RaceDay }>({
  packDay: async ({ raceDay }, give) => give(await (known ??= openRaceDay(raceDay.admin))),
});
test.use({ profile: 'kit-delivery' });

test('the packing list and the labels are asked for at the desk and come as files', async ({ page, packDay }) => {
  test.slow();
  const { admin, eventid } = packDay;
  await admin.post('/v2/kits/kits', {
    eventid,
    name: 'Kit',
    items: [
      { name: { es: 'Medalla' }, type: 'medal' },
      { name: { es: 'Playera' }, type: 'tshirt' },
    ],
  });
  for (let count = 0; count < 3; count += 1) await packDay.paid({ tshirt_size: count % 2 === 0 ? 'M' : 'L' });
  for (const what of ['Lista de empaque', 'Etiquetas']) {
    await page.goto(`/events/${eventid}/desk`);
    await page.getByRole('button', { name: 'Listas y etiquetas' }).click();
    const dialog = page.getByRole('dialog', { name: 'Lista de empaque y etiquetas' });
    await choose(dialog, 'Qué imprimir', what);
    await dialog.getByRole('button', { name: 'Lista de empaque y etiquetas', exact: true }).click();
    await dialog.getByRole('link').first().click();
    const ready = page.getByRole('button', { name: /^Descargar/ }).first();
    await expect(ready).toBeVisible();
    const coming = page.waitForEvent('download');
    await ready.click();
    const bytes = await readFile(await (await coming).path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(2000);
  }
});
