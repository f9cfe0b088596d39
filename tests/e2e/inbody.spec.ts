import { readFile } from 'node:fs/promises';
import { patience } from '../support/limits';
import { findings } from './support/findings';
import { bringFile, countedRows } from './support/importing';
import { apiOfPage, expect } from './support/registration';
import { test } from './support/test';

test.use({ profile: 'super-admin' });

const long = 60_000 * patience;
const header =
  '1. Name,2. ID,3. Height,5. Gender,6. Age,14. Test Date / Time,15. Weight,33. BFM (Body Fat Mass),42. SMM (Skeletal Muscle Mass),45. BMI (Body Mass Index),48. PBF (Percent Body Fat)';
const line = (id: string, at: string, weight: string, fat: string, bmi = '22.2', pbf = '25.1'): string =>
  `Ana Rios,${id},165.0,F,36,${at},${weight},${fat},25.1,${bmi},${pbf}`;

test('a file of the device brings the tests of who consented, which are compared and saved as PDF', async ({ page }) => {
  test.setTimeout(long);
  const api = await apiOfPage(page);
  const mark = Date.now().toString(36);
  const athlete = async (name: string) => {
    const email = `${name}.${mark}@example.com`.toLowerCase();
    const values = { first_name: name, last_name: `Mide${mark.replace(/\d/g, 'x')}`, gender: 'F', birth_date: '1990-05-06', email };
    return { email, id: Number((await api.post('/v2/user/web_users', values)).body['web_userid']) };
  };
  const [yes, silent] = [await athlete('Ana'), await athlete('Eva')];

  await page.goto(`/web_users/${yes.id}`);
  await page.getByRole('article').getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('menuitem', { name: 'Registrar consentimiento InBody' }).click();
  const consent = page.getByRole('dialog');
  await consent.getByRole('textbox').first().fill('10/01/2026 12:00');
  await page.keyboard.press('Tab');
  await consent.getByRole('button', { name: 'Registrar consentimiento InBody' }).click();
  await expect(consent).toHaveCount(0);

  await page.getByRole('link', { name: 'InBody', exact: true }).click();
  await page.getByRole('link', { name: 'Importar', exact: true }).click();
  await bringFile(
    page,
    'inbody.csv',
    [
      header,
      line(yes.email, '20260205103015', '60.5', '15.2'),
      line(yes.email, '20260505103015', '58.0', '13.0', '21.3', '22.4'),
      line(silent.email, '20260205103015', '60.5', '15.2'),
    ].join('\n'),
  );
  await expect(page.getByLabel('Campo para 15. Weight')).toHaveValue('weight_kg');
  await page.getByRole('button', { name: 'Revisar 3 filas' }).click();
  await expect(countedRows(page, 'Nuevas')).toContainText('2', { timeout: long });
  await expect(countedRows(page, 'No admitidas')).toContainText('1');
  await expect(page.getByRole('table', { name: 'Filas del archivo' })).toContainText(/consentimiento/);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Importar 2 filas' }).click();
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible({ timeout: long });
  expect(await api.find('/v2/user/inbody_measurements', { web_userid: silent.id })).toHaveLength(0);

  await page.getByRole('link', { name: 'InBody', exact: true }).first().click();
  const made = await api.find('/v2/user/inbody_measurements', { web_userid: yes.id });
  const latest = made.toSorted((one, other) => Number(other['inbodyid']) - Number(one['inbodyid']))[0];
  await page.goto(`/inbody_measurements/${String(latest?.['inbodyid'])}`);
  const compared = page.getByRole('region', { name: 'Comparación' });
  const weight = compared.getByRole('row', { name: /^Peso/ });
  await expect(weight).toContainText('60.5');
  await expect(weight).toContainText('58');
  await expect(weight).toContainText('-2.5');
  const index = compared.getByRole('row', { name: /^IMC/ });
  await expect(index, 'the healthy range of the person, and where the test is in it').toContainText('18.5');
  await expect(index).toContainText('Dentro');
  expect(await findings(page, { only: 'main' })).toEqual([]);
  const saved = page.waitForEvent('download');
  await compared.getByRole('button', { name: 'Reporte en PDF' }).press('Enter');
  expect((await readFile(await (await saved).path())).subarray(0, 5).toString()).toBe('%PDF-');
});
