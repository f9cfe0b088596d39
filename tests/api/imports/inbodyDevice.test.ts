import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene } from '../registration/support';
import { openImports } from './support';

let scene: Scene;
let site: ReturnType<typeof openImports>;
let people = 0;
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await scene.pool.query(text, [...values])).rows;
const athlete = async (
  more: { readonly consent?: string } = {},
): Promise<{ readonly id: number; readonly email: string; readonly folio: string }> => {
  const name = `Mide${(people += 1)}`;
  const { inscriptionid, web_userid } = await scene.signUp(name);
  const [{ email, folio }] = await rows(
    'select w.email, i.folio from inscriptions i join web_users w using (web_userid) where inscriptionid = $1',
    [inscriptionid],
  );
  if (more.consent) {
    const { status, body } = await scene.chief.post(`/v2/user/web_users/${web_userid}/allow_inbody`, { input: { given_at: more.consent } });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  return { id: web_userid, email, folio };
};
/** The columns of the file of the device, which numbers them and writes the normal ranges next to each measure. */
const header = [
  '1. Name',
  '2. ID',
  '3. Height',
  '5. Gender',
  '6. Age',
  '14. Test Date / Time',
  '15. Weight',
  '16. Lower Limit (Weight Normal Range)',
  '18. TBW (Total Body Water)',
  '27. Protein',
  '30. Minerals',
  '33. BFM (Body Fat Mass)',
  '34. Lower Limit (BFM Normal Range)',
  '39. FFM (Fat Free Mass)',
  '42. SMM (Skeletal Muscle Mass)',
  '45. BMI (Body Mass Index)',
  '48. PBF (Percent Body Fat)',
  '49. Lower Limit (PBF Normal Range)',
  '71. ECW/TBW',
  '82. InBody Score',
  '83. Target Weight',
  '87. BMR (Basal Metabolic Rate)',
  '88. WHR (Waist-Hip Ratio)',
  '91. VFL (Visceral Fat Level)',
];
const line = (name: string, id: string, more: { readonly at?: string; readonly weight?: string; readonly height?: string } = {}): string =>
  [
    name,
    id,
    more.height ?? '165.0',
    'F',
    '36',
    more.at ?? '20260205103015',
    more.weight ?? '60.5',
    '50.1',
    '33.1',
    '8.9',
    '3.2',
    '15.2',
    '10',
    '45.3',
    '25.1',
    '22.2',
    '25.1',
    '18',
    '0.381',
    '78',
    '58.0',
    '1350',
    '0.81',
    '4',
  ].join(',');
const fileOf = (...lines: readonly string[]): string => [header.join(','), ...lines].join('\n');
const bring = async (text: string): Promise<any> => {
  const { status, body } = await site.bring(scene.chief, text, { type: 'inbody', eventid: null, mode: 'add' });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const columnsOf = (body: any): Record<string, string> =>
  Object.fromEntries(body.mapping.columns.filter(({ field }: any) => field !== null).map(({ column, field }: any) => [column, field]));

beforeAll(async () => {
  scene = await openScene();
  site = openImports(scene.world);
});
afterAll(() => scene.close());

describe('the file of an InBody device', () => {
  test('has its columns recognized, and the normal ranges next to them left out', async () => {
    const { email } = await athlete();
    expect(columnsOf(await bring(fileOf(line('Ana Rios', email))))).toEqual({
      '1. Name': 'name',
      '2. ID': 'asdeporteid',
      '3. Height': 'height_cm',
      '5. Gender': 'gender',
      '6. Age': 'age',
      '14. Test Date / Time': 'test_at',
      '15. Weight': 'weight_kg',
      '18. TBW (Total Body Water)': 'tbw_l',
      '27. Protein': 'protein_kg',
      '30. Minerals': 'minerals_kg',
      '33. BFM (Body Fat Mass)': 'body_fat_mass_kg',
      '39. FFM (Fat Free Mass)': 'lean_body_mass_kg',
      '42. SMM (Skeletal Muscle Mass)': 'skeletal_muscle_mass_kg',
      '45. BMI (Body Mass Index)': 'bmi',
      '48. PBF (Percent Body Fat)': 'pbf_pct',
      '71. ECW/TBW': 'ecw_tbw_ratio',
      '82. InBody Score': 'inbody_score',
      '87. BMR (Basal Metabolic Rate)': 'bmr_kcal',
      '88. WHR (Waist-Hip Ratio)': 'whr',
      '91. VFL (Visceral Fat Level)': 'visceral_fat_level',
    });
  });
  test('brings tests of people who gave their consent, by the id that they typed, and says of the others why not', async () => {
    const consent = '2026-01-10T12:00:00Z';
    const [byMail, byFolio, silent] = [await athlete({ consent }), await athlete({ consent }), await athlete()];
    const late = await athlete({ consent: '2026-03-01T12:00:00Z' });
    const { import_jobid: id } = await bring(
      fileOf(
        line('Ana Rios', byMail.email.toUpperCase()),
        line('Ana Rios', byFolio.folio.toLowerCase()),
        line('Ana Rios', silent.email),
        line('Ana Rios', late.email),
        line('Ana Rios', 'NADIE'),
      ),
    );
    const checked = await site.finish(scene.chief, id, 'rehearse');
    expect(checked.status, JSON.stringify([checked.reason, site.errors.at(-1)])).toBe('validated');
    const kept = await site.rows(scene.chief, id);
    expect(kept.map(({ reasons }) => reasons.map(({ code }: any) => code))).toEqual([
      [],
      [],
      ['INBODY_NO_CONSENT'],
      ['RULE_BROKEN'],
      ['ATHLETE_UNKNOWN'],
    ]);
    await site.finish(scene.chief, id, 'run');
    expect(
      await rows(
        'select web_userid::int, weight_kg::float, body_fat_mass_kg::float as fat, skeletal_muscle_mass_kg::float as muscle, test_at, consent_at, source from inbody_measurements order by inbodyid',
      ),
    ).toEqual(
      [byMail, byFolio].map((person) => ({
        web_userid: person.id,
        weight_kg: 60.5,
        fat: 15.2,
        muscle: 25.1,
        test_at: '2026-02-05T16:30:15.000Z',
        consent_at: '2026-01-10T12:00:00.000Z',
        source: 'csv',
      })),
    );
  });
  test('in pounds and inches is kept in kilograms and centimetres', async () => {
    const { email, id: web_userid } = await athlete({ consent: '2026-01-10T12:00:00Z' });
    const text = fileOf(line('Ana Rios', email, { weight: '133.4', height: '65.0', at: '2026.02.06. 10:30:00' }))
      .replace('15. Weight', '15. Weight(lb)')
      .replace('3. Height', '3. Height(in)');
    const { import_jobid: id } = await bring(text);
    await site.finish(scene.chief, id, 'rehearse');
    await site.finish(scene.chief, id, 'run');
    expect(
      await rows('select weight_kg::float as kg, height_cm::float as cm from inbody_measurements where web_userid = $1', [web_userid]),
    ).toEqual([{ kg: 60.5, cm: 165.1 }]);
  });
});

describe('the consent', () => {
  test('is recorded once, not ahead of time, by people with the key, and withdrawn', async () => {
    const { id } = await athlete();
    const act = (action: string, input: object = {}, who = scene.chief) => who.post(`/v2/user/web_users/${id}/${action}`, { input });
    expect((await act('allow_inbody', { given_at: '2026-01-01T00:00:00Z' }, scene.support)).status).toBe(403);
    expect((await act('allow_inbody', { given_at: '2090-01-01T00:00:00Z' })).body.errors).toMatchObject([{ code: 'CONSENT_AHEAD' }]);
    expect((await act('withdraw_inbody')).status).toBe(409);
    expect((await act('allow_inbody', { given_at: '2026-01-01T00:00:00Z' })).status).toBe(200);
    expect((await act('allow_inbody', { given_at: '2026-01-02T00:00:00Z' })).status).toBe(409);
    expect((await act('withdraw_inbody')).status).toBe(200);
    expect(await rows('select inbody_consent_at from web_users where web_userid = $1', [id])).toEqual([{ inbody_consent_at: null }]);
  });
});
