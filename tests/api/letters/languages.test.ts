import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { claimLetters } from '../../../server/features/claims/claimLetters';
import { affiliationLetters } from '../../../server/features/fmtri/affiliationLetters';
import { sendAddedLetters, type LetterTemplate } from '../../../server/features/letters/addedLetters';
import { runSteps } from '../../../server/features/letters/runSteps';
import { createTranslate } from '../../../server/kernel/messages';
import { openScene, type Scene } from '../registration/support';
import { must } from '../support/must';
import { post } from './support';

let scene: Scene;
let people = 0;
const translate = createTranslate('locales');
const templates = '/v2/inscription/letter_templates';
const rows = async (text: string, values: readonly unknown[] = []): Promise<any[]> => (await scene.pool.query(text, [...values])).rows;
const template = async (more: object, person = scene.organizer): Promise<any> =>
  person.post(templates, { organizationid: scene.org, kind: 'mailing', locale: 'es', subject: 'Aviso', body: 'Hola, {{name}}.', ...more });
const reader = async (locale: 'es' | 'en'): Promise<number> => {
  const name = `Lee${(people += 1)}`;
  const { inscriptionid, web_userid } = await scene.signUp(name);
  await must(scene.act(scene.support, inscriptionid, 'pay', { method: 'cash' }));
  await scene.pool.query('update web_users set locale = $2 where web_userid = $1', [web_userid, locale]);
  await scene.pool.query('update inscriptions set email = $2 where inscriptionid = $1', [inscriptionid, `${locale}${people}@correo.test`]);
  return inscriptionid;
};
const write = (ids: readonly number[], input: object) =>
  scene.organizer.post('/v2/inscription/inscriptions/actions/write_mail', { ids, input });
const mailed = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await post(scene.pool)).map(({ to, subject, text }) => [to.slice(0, 2), `${subject} / ${text.split('\n')[0]}`]));
const codeOf = ({ body }: { readonly body: any }): readonly string[] => body.errors.map(({ path, code }: any) => `${path} ${code}`);

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

describe('one mailing in two languages', () => {
  test('gives each person theirs, is one mailing, and is called by the name of the event', async () => {
    await mailed();
    const both = [await reader('es'), await reader('en')];
    const input = { subject: 'Llega a {{event}}', body: 'Hola, {{name}}', subject_en: 'Get to {{event}}', body_en: 'Hello {{name}}' };
    expect((await write(both, input)).body.ok).toBe(2);
    expect(await mailed()).toMatchObject({
      es: expect.stringMatching(/^Llega a Carrera carrera \/ Hola, Lee/),
      en: expect.stringMatching(/^Get to Race carrera \/ Hello Lee/),
    });
    expect((await scene.organizer.get('/v2/inscription/mailings')).body).toMatchObject([
      { name: 'Llega a Carrera carrera', letters_count: 2, sent_count: 2 },
    ]);
    expect((await write(both, input)).body.ok).toBe(0);
    expect((await write(both, { ...input, subject: '{{name}}: {{event}}' })).body.ok).toBe(2);
    expect(await rows("select name from mailings where subject like '{{name}}%'")).toEqual([{ name: '…: Carrera carrera' }]);
  });
  test('takes both texts from a pair of templates, whichever of them is chosen', async () => {
    const spanish = await must(template({ subject: 'Ruta', body: 'Hola.' }));
    const english = await must(template({ locale: 'en', subject: 'Course', body: 'Hello.', pairid: spanish.letter_templateid }));
    for (const { letter_templateid } of [spanish, english]) {
      await mailed();
      await scene.pool.query('update mailings set request_key = mailingid::text');
      const both = [await reader('es'), await reader('en')];
      expect((await write(both, { letter_templateid })).body.ok).toBe(2);
      expect(await mailed()).toEqual({ es: 'Ruta / Hola.', en: 'Course / Hello.' });
    }
    expect(codeOf(await template({ subject: 'Otra', pairid: spanish.letter_templateid }))).toEqual(['pairid TEMPLATE_PAIR_LANGUAGE']);
  });
  test('is refused half in English, and with unknown names in either language', async () => {
    const ids = [await reader('es')];
    const refused = async (more: object) =>
      codeOf(
        await scene.organizer.post(`/v2/inscription/inscriptions/${ids[0]}/write_mail`, { input: { subject: 'a', body: 'b', ...more } }),
      );
    expect(await refused({ subject_en: 'a' })).toEqual(['input.body_en MAILING_HALF_ENGLISH']);
    expect(await refused({ subject_en: 'a', body_en: '{{curp}}' })).toEqual(['input.body_en TEMPLATE_FIELD_UNKNOWN']);
  });
});

describe('a step of a sequence', () => {
  test('has a text of its own in both languages; others of its kind keep theirs', async () => {
    const spanish = await must(template({ subject: 'Solo este paso', body: 'Hola.' }));
    await must(template({ locale: 'en', subject: 'This step only', body: 'Hello.', pairid: spanish.letter_templateid }));
    const step = (more: object) =>
      scene.organizer.post('/v2/inscription/letter_steps', { eventid: scene.eventid, kind: 'welcome', days: 0, hour: 9, ...more });
    const welcome = await must(template({ kind: 'welcome', subject: 'Bienvenida' }));
    expect(codeOf(await step({ letter_templateid: welcome.letter_templateid }))).toEqual(['letter_templateid TEMPLATE_NOT_FOR_MAILINGS']);
    const { letter_stepid } = await must(step({ letter_templateid: spanish.letter_templateid }));
    await must(scene.organizer.post(`/v2/inscription/letter_steps/${letter_stepid}/turn_on`, {}));
    await mailed();
    await reader('es');
    await reader('en');
    await runSteps({ pool: scene.pool, registry });
    expect(await mailed()).toMatchObject({ es: expect.stringMatching(/^Solo este paso/), en: expect.stringMatching(/^This step only/) });
    await scene.pool.query("update letter_steps set status = 'off'");
    const plain = await must(step({ days: 1 }));
    await must(scene.organizer.post(`/v2/inscription/letter_steps/${plain.letter_stepid}/turn_on`, {}));
    const inscriptionid = await reader('es');
    await runSteps({ pool: scene.pool, registry }, undefined, new Date(Date.now() + 2 * 86_400_000));
    const { subject } = (
      await rows(
        `select l.letterid, t.subject from inscription_letters l, letter_templates t where l.inscriptionid = $1 and l.letter_stepid = $2 and t.kind = 'welcome'`,
        [inscriptionid, plain.letter_stepid],
      )
    )[0];
    expect(subject).toBe('Bienvenida');
    expect((await mailed())['es']).toMatch(/^Bienvenida/);
  });
});

describe('letters about records', () => {
  const send = async (kinds: readonly LetterTemplate[]): Promise<readonly Letter[]> => {
    const letters: Letter[] = [];
    const mail: Mail = { send: async (letter) => (letters.push(letter), { provider: 'smtp', ref: letter.key ?? '' }) };
    await sendAddedLetters({ pool: scene.pool, registry, translate }, mail, kinds);
    return letters;
  };
  test('of claims have the text of the event before that of its organization, and removing it brings the standard back', async () => {
    const claim = async () => {
      const inscriptionid = await reader('es');
      await scene.pool.query(
        `with set as (insert into result_sets (eventid, distanceid, status, source) values ($1, $3, 'withdrawn', 'file') returning result_setid)
         insert into result_claims (result_setid, eventid, inscriptionid, type, message, status, resolution, locale, letter)
         select result_setid, $1, $2, 'time', 'Mi tiempo', 'accepted', 'Se corrigió', 'es', 'waiting' from set`,
        [scene.eventid, inscriptionid, scene.ten],
      );
      return send([claimLetters('accepted')]);
    };
    const own = { kind: 'claim_accepted', body: '{{name}}: {{resolution}}' };
    const [standard] = await claim();
    await must(template({ ...own, subject: 'De la casa' }));
    expect((await claim()).map(({ subject, text }) => [subject, text.split(': ')[1]])).toEqual([['De la casa', 'Se corrigió']]);
    await must(template({ ...own, subject: 'De {{event}}', eventid: scene.eventid }));
    expect((await claim()).map(({ subject }) => subject)).toEqual(['De Carrera carrera']);
    await scene.pool.query('update letter_templates set deleted_at = now() where kind = $1', ['claim_accepted']);
    expect((await claim()).map(({ subject }) => subject)).toEqual([standard!.subject]);
    expect(codeOf(await template({ kind: 'claim_rejected', body: '{{folio}}' }))).toEqual(['body TEMPLATE_FIELD_UNKNOWN']);
    const shown = await must(template({ kind: 'claim_rejected', subject: 'No', body: '{{name}}: {{resolution}}' }));
    const input = { inscriptionid: await reader('es') };
    const { body } = await scene.organizer.post(`${templates}/${shown.letter_templateid}/preview`, { input });
    expect(body.result.text).toMatch(/^Lee\d+: \[resolution\]$/);
  });
  test('of affiliations and subscriptions are of the platform alone, of no event, and keep their link', async () => {
    const platform = (await rows('select organizationid::int as id from organizations where is_platform'))[0].id;
    const own = { kind: 'affiliation_active', subject: 'Ya estás afiliado', body: '{{person}}: {{type}}' };
    expect(codeOf(await template(own))).toEqual(['kind TEMPLATE_OF_PLATFORM']);
    const asChief = (more: object) => template({ ...own, organizationid: platform, ...more }, scene.chief);
    expect(codeOf(await asChief({ kind: 'subscription_card' }))).toEqual(['body TEMPLATE_FIELD_UNKNOWN', 'body TEMPLATE_FIELD_MISSING']);
    const { letter_templateid } = await must(asChief({}));
    const { web_userid, inscriptionid } = await scene.signUp(`Lee${(people += 1)}`);
    const [{ typeid }] = await rows(
      `insert into fmtri_affiliation_types (name, slug, audience, validity, price_cents, season) values ('{"es":"Atleta","en":"Athlete"}', 'atleta-x', 'atleta', 'calendar_year', 100, 2027) returning typeid`,
    );
    const [{ affiliate_userid }] = await rows(
      `insert into fmtri_affiliate_users (web_userid, fmtri_number, first_name, last_name, birth_date, gender, stateid) values ($1, 'X1', 'Ana', 'Ríos', '1990-01-01', 'F', 9) returning affiliate_userid`,
      [web_userid],
    );
    await scene.pool.query(
      `insert into fmtri_affiliations (affiliate_userid, typeid, name, audience, season, starts_on, ends_on, status, price_cents, number, letter) values ($1, $2, 'Ana', 'atleta', 2027, '2027-01-01', '2027-12-31', 'active', 100, 'A-1', 'waiting')`,
      [affiliate_userid, typeid],
    );
    const [letter] = await send(affiliationLetters(translate));
    expect([letter!.subject, letter!.text]).toEqual(['Ya estás afiliado', expect.stringMatching(/: Atleta$/)]);
    expect(inscriptionid).toBeGreaterThan(0);
    expect(
      (await rows('select organizationid::int as of from letter_templates where letter_templateid = $1', [letter_templateid]))[0].of,
    ).toBe(platform);
  });
});
