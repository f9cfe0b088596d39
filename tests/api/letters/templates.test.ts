import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillText } from '@/domain/letterTexts';
import { add, addPerson } from '../support/world';
import { openScene, type Scene } from '../registration/support';
import { must } from '../support/must';
import { post } from './support';

let scene: Scene, ana: any;
const path = '/v2/inscription/letter_templates';
const write = (more: object) =>
  scene.organizer.post(path, {
    organizationid: scene.org,
    kind: 'payment_due',
    locale: 'es',
    subject: 'Paga {{event}}',
    body: 'Hola, {{name}}: {{amount}}. {{how}}',
    ...more,
  });
const errorsOf = ({ body }: { readonly body: any }) => body.errors.map(({ path: field, code }: any) => [field, code]);

beforeAll(async () => {
  scene = await openScene();
  ana = await scene.signUp('Ana');
});
afterAll(() => scene.close());

describe('a template of a letter', () => {
  test('is refused, by field, with names that its letter does not know or without those that it needs', async () => {
    const unknown = await write({ subject: 'Hola {{nombre}}', body: '{{name}} {{how}} {{ curp }} {{constructor}}' });
    expect([unknown.status, errorsOf(unknown)]).toEqual([
      400,
      [
        ['subject', 'TEMPLATE_FIELD_UNKNOWN'],
        ['body', 'TEMPLATE_FIELD_UNKNOWN'],
      ],
    ]);
    expect(unknown.body.errors[1].message).toContain('{{curp}}, {{constructor}}');
    expect(errorsOf(await write({ body: 'Paga ya, {{name}}.' }))).toEqual([['body', 'TEMPLATE_FIELD_MISSING']]);
    expect(errorsOf(await write({ kind: 'welcome', body: '{{amount}}' }))).toEqual([['body', 'TEMPLATE_FIELD_UNKNOWN']]);
    expect(errorsOf(await write({ subject: 'Hola\r\nBcc: todos@example.com' }))).toEqual([['subject', expect.any(String)]]);
  });

  test('of an event belongs to the organization of the event, no matter which one was chosen', async () => {
    const platform = (await scene.pool.query('select organizationid from organizations where is_platform')).rows[0].organizationid;
    const made = await must(
      scene.chief.post(path, {
        organizationid: platform,
        eventid: scene.eventid,
        kind: 'race_call',
        locale: 'en',
        subject: 'a',
        body: 'b',
      }),
    );
    expect(made.organizationid).toBe(scene.org);
  });

  test('gives the letters of the product its text, that of the event before that of the organization, and removing it brings the standard back', async () => {
    const general = await must(write({}));
    expect((await write({})).status).toBe(409);
    const own = await must(write({ eventid: scene.eventid, subject: 'Tu lugar {{folio}}', body: 'Solo aquí, {{name}}. {{how}}' }));
    const subjects: string[] = [];
    const ask = async (): Promise<void> => {
      await scene.pool.query(
        `insert into inscription_letters (inscriptionid, eventid, kind, email, status, next_at) values ($1, $2, 'payment_due', 'ana@example.com', 'queued', now())`,
        [ana.inscriptionid, scene.eventid],
      );
      const [letter] = await post(scene.pool);
      subjects.push(letter!.subject);
      expect(letter!.text).not.toContain('{{');
      expect(letter!.unsubscribe).toBeUndefined();
    };
    await ask();
    await must(scene.organizer.remove(`${path}/${own.letter_templateid}`, { version: own.version }));
    await ask();
    await must(scene.organizer.remove(`${path}/${general.letter_templateid}`, { version: general.version }));
    await ask();
    expect(subjects).toEqual([`Tu lugar ${ana.folio}`, 'Paga Carrera carrera', 'Completa tu pago: Carrera carrera']);
  });

  test('is one line in the subject whatever a name holds, and a value that looks like a name in braces is not filled again', async () => {
    await must(write({ kind: 'cancelled', subject: 'Adiós, {{name}}', body: 'Hola, {{name}}.' }));
    const { inscriptionid } = await scene.signUp('Bea');
    await must(scene.act(scene.support, inscriptionid, 'cancel', { cancel_reason: 'requested' }));
    await scene.pool.query(`update inscriptions set first_name = E'Bea\\r\\nBcc: x@example.com {{folio}}' where inscriptionid = $1`, [
      inscriptionid,
    ]);
    await scene.pool.query(
      `insert into inscription_letters (inscriptionid, eventid, kind, email, status, next_at) values ($1, $2, 'cancelled', 'bea@example.com', 'queued', now())`,
      [inscriptionid, scene.eventid],
    );
    const [letter] = await post(scene.pool);
    expect(letter!.subject).toBe('Adiós, Bea Bcc: x@example.com {{folio}}');
    expect(letter!.text).toContain('{{folio}}');
    expect(fillText('{{ a }}{{b}}', { a: '{{b}}', b: '1' })).toBe('{{b}}1');
  });

  test('is previewed with a registration, and sent as a test to nobody but the person who asks', async () => {
    const made = await must(
      write({ kind: 'welcome', subject: 'Hola, {{name}}', body: '<b>{{distance}}</b> el {{date}}\n{{details}}\nFin' }),
    );
    const call = (action: string, inscriptionid: number, person = scene.organizer) =>
      person.post(`${path}/${made.letter_templateid}/${action}`, { input: { inscriptionid } });
    const { result } = await must(call('preview', ana.inscriptionid));
    expect(result.subject).toBe('Hola, Ana');
    expect(result.text).toMatch(/^<b>10 km<\/b> el \d+ de .+\n[^]*\nFin$/);
    expect(JSON.stringify(result)).not.toContain('@');
    await must(call('test_to_me', ana.inscriptionid));
    const [letter, ...others] = await post(scene.pool);
    expect(others).toEqual([]);
    const [{ email }] = (await scene.pool.query(`select email from users where asdeporteid = 'orga'`)).rows as [any];
    expect(letter).toMatchObject({ to: email, subject: '[Prueba] Hola, Ana' });
    expect(letter!.text).toContain('<b>10 km</b>');
    expect(await post(scene.pool)).toEqual([]);
    const { rows: history } = await scene.pool.query('select 1 from inscription_letters where kind = $1', ['welcome']);
    expect(history).toEqual([]);
  });

  test('shows its fields for values that the registration does not have now', async () => {
    const made = await must(write({ kind: 'event_postponed', subject: '{{event}}', body: 'Motivo: {{reason}}' }));
    await scene.pool.query(`update events set status = 'cancelled' where eventid = $1`, [scene.eventid]);
    const { result } = await must(
      scene.organizer.post(`${path}/${made.letter_templateid}/preview`, { input: { inscriptionid: ana.inscriptionid } }),
    );
    await scene.pool.query(`update events set status = 'published' where eventid = $1`, [scene.eventid]);
    expect(result.text).toContain('[reason]');
  });

  test('shows no registration of another organization, and is written by nobody without the key', async () => {
    const other = await add.organization(scene.pool, 'Ajena');
    await addPerson(scene.pool, 'ajena', [{ org: other, profile: 'organizer' }]);
    const stranger = scene.world.as('ajena', other);
    const made = await must(stranger.post(path, { organizationid: other, kind: 'welcome', locale: 'es', subject: 'a', body: 'b' }));
    for (const action of ['preview', 'test_to_me']) {
      const answer = await stranger.post(`${path}/${made.letter_templateid}/${action}`, { input: { inscriptionid: ana.inscriptionid } });
      expect([answer.status, errorsOf(answer)]).toEqual([400, [['input.inscriptionid', 'INVALID_REFERENCE']]]);
    }
    expect((await scene.desk.post(path, { organizationid: scene.org, kind: 'result', locale: 'es', subject: 'a', body: 'b' })).status).toBe(
      403,
    );
  });
});
