import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter } from '../../../server/adapters/mail/Mail';
import { hooks } from '../../../server/hooks';
import { createTranslate } from '../../../server/kernel/messages';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { eventually } from '../../support/eventually';
import { workAt } from '../support/worker';
import { add, addPerson } from '../support/world';
import type { Person } from '../support/openWorld';
import { openScene, type Scene } from './support';
import { must } from '../support/must';

let scene: Scene, web: Person, slug: string;
const section = (key: string, title: string, text: string) => ({ key, title, body_html: `<p>${text}</p>` });
const first = [section('generales', 'Generales', 'Salida a las 7:00.'), section('costos', 'Costos', '600 pesos.')];
const rows = async (text: string): Promise<any[]> => (await scene.pool.query(text)).rows;
const call = async (person: Person, id: number, action: string, input: object = {}, dry_run = false) =>
  person.post(`/v2/event/convocatories/${id}/${action}`, { input, dry_run });
const draft = (sections: readonly object[], more: object = {}): Promise<any> =>
  must(
    scene.organizer.post('/v2/event/convocatories', {
      eventid: scene.eventid,
      title: 'Convocatoria',
      change_note: 'Primera',
      sections,
      ...more,
    }),
  );
const finish = async ({ action, runid }: { readonly action: string; readonly runid: string }): Promise<any> => {
  const worker = workAt(scene.world, hooks);
  const ended = await eventually(async () => {
    const { body } = await scene.organizer.get(`/v2/inscription/inscriptions/actions/${action}/runs/${runid}`);
    if (body.state === 'running') throw new Error(`the run has done ${body.done} of ${body.total}`);
    return body;
  });
  await worker.stop();
  return ended;
};
const post = async (): Promise<readonly Letter[]> => {
  const left: Letter[] = [];
  const mail = { send: async (letter: Letter) => (left.push(letter), { provider: 'smtp' as const, ref: `r${left.length}` }) };
  await sendLetters({ pool: scene.pool, registry, translate: createTranslate('locales'), paymentLink: undefined }, mail);
  return left;
};

beforeAll(async () => {
  scene = await openScene();
  await scene.signUp('Ana');
  await scene.signUp('Bea');
  const { inscriptionid } = await scene.signUp('Cora');
  await must(scene.act(scene.support, inscriptionid, 'cancel', { cancel_reason: 'requested' }));
  await addPerson(scene.pool, 'web', [{ org: scene.org, profile: 'web-editor' }]);
  web = scene.world.as('web', scene.org);
  [{ slug }] = (await rows(
    `update events set status = 'published', published_at = now() where eventid = ${scene.eventid} returning slug`,
  )) as [any];
});
afterAll(() => scene.close());

describe('a new version of a race call', () => {
  let one: any, two: any;
  test('that is the first tells nobody unless it is asked to', async () => {
    one = await draft(first);
    const { result } = await must(call(scene.organizer, one.convocatoryid, 'publish'));
    expect(result).toMatchObject({ superseded: 0, people: 2, letters: 0, run: null });
    expect(await post()).toEqual([]);
  });
  test('says before it is published which sections change and how many people get a letter, and changes nothing then', async () => {
    two = (await must(call(scene.organizer, one.convocatoryid, 'revise', { change_note: 'La salida se adelanta' }))).result;
    const path = `/v2/event/convocatories/${two.convocatoryid}`;
    const { version } = (await scene.organizer.get(path)).body;
    const sections = [section('generales', 'Generales', 'Salida a las 6:30.'), section('ruta', 'Ruta', 'Por el malecón.')];
    await must(scene.organizer.patch(path, { version, sections }));
    const { result } = await must(call(scene.organizer, two.convocatoryid, 'publish', { notify: true }, true));
    expect(result).toMatchObject({
      superseded: 1,
      people: 2,
      letters: 2,
      changed: [
        { key: 'generales', title: 'Generales', kind: 'changed' },
        { key: 'ruta', title: 'Ruta', kind: 'added' },
        { key: 'costos', title: 'Costos', kind: 'removed' },
      ],
    });
    expect(await rows('select revision, status from convocatories order by 1')).toEqual([
      { revision: 1, status: 'published' },
      { revision: 2, status: 'draft' },
    ]);
  });
  test('tells everybody with a place by letter, with what changes and where it is read', async () => {
    const { result } = await must(call(scene.organizer, two.convocatoryid, 'publish', { notify: true }));
    expect(await finish(result.run)).toMatchObject({ state: 'done', done: 2 });
    const letters = await post();
    expect(letters).toHaveLength(2);
    expect(letters[0]!.subject).toContain('Cambió la convocatoria');
    expect(letters[0]!.text).toContain('Qué cambia: La salida se adelanta');
    expect(letters[0]!.text).toContain('Apartados que cambian: Generales, Ruta, Costos');
    expect(await rows("select kind, status from inscription_letters where kind = 'race_call'")).toEqual([
      { kind: 'race_call', status: 'sent' },
      { kind: 'race_call', status: 'sent' },
    ]);
  });
  test('is gone back from: the old text is a new draft, and publishing it says what changes back', async () => {
    const refused = await call(scene.organizer, two.convocatoryid, 'restore', { change_note: 'Como antes' });
    expect(refused.status).toBe(409);
    const { result } = await must(call(scene.organizer, one.convocatoryid, 'restore', { change_note: 'Como antes' }));
    expect((await scene.organizer.get(`/v2/event/convocatories/${result.convocatoryid}`)).body).toMatchObject({
      revision: 3,
      status: 'draft',
      sections: first,
      change_note: 'Como antes',
    });
    const published = await must(call(scene.organizer, result.convocatoryid, 'publish'));
    expect(published.result.changed.map(({ kind }: { kind: string }) => kind)).toEqual(['changed', 'added', 'removed']);
  });
  test('in another language is only sent to people who read that one', async () => {
    await rows("update web_users set locale = 'en' where web_userid = (select min(web_userid) from inscriptions)");
    const { convocatoryid } = await draft(first, { locale: 'en', title: 'Race call' });
    expect((await must(call(scene.organizer, convocatoryid, 'publish', { notify: true }, true))).result).toMatchObject({
      people: 1,
      letters: 1,
    });
    await must(call(scene.organizer, convocatoryid, 'publish'));
    const spanish = await draft(first, { change_note: 'Otra' });
    expect((await must(call(scene.organizer, spanish.convocatoryid, 'publish', {}, true))).result).toMatchObject({ people: 1 });
    await rows("update convocatories set status = 'superseded' where locale = 'en'");
    expect((await must(call(scene.organizer, spanish.convocatoryid, 'publish', {}, true))).result).toMatchObject({ people: 2 });
  });
  test('sends no letters for somebody who may edit it but writes to nobody', async () => {
    const { convocatoryid } = await draft(first, { locale: 'en' });
    const refused = await call(web, convocatoryid, 'publish', { notify: true });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'input.notify' }] } });
    expect((await call(web, convocatoryid, 'publish')).status).toBe(200);
  });
});

describe('the printed race call', () => {
  const pdf = (query = '') => scene.world.app.inject({ method: 'GET', url: `/e/${slug}/call.pdf${query}` });
  test('is a document of the published version, the same bytes each time, linked from the page', async () => {
    const printed = await pdf('?lang=es');
    expect({ status: printed.statusCode, type: printed.headers['content-type'] }).toEqual({ status: 200, type: 'application/pdf' });
    expect(printed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdf('?lang=es')).rawPayload.equals(printed.rawPayload)).toBe(true);
    expect((await pdf('?lang=en')).rawPayload.equals(printed.rawPayload)).toBe(false);
    const page = await scene.world.app.inject({ method: 'GET', url: `/e/${slug}/call?lang=es` });
    expect(page.body).toContain(`href="/e/${slug}/call.pdf`);
  });
  test('is missing where no call is published', async () => {
    const other = await add.event(scene.pool, scene.org, 'sin-convocatoria');
    await scene.pool.query("update events set status = 'published', published_at = now() where eventid = $1", [other]);
    expect((await scene.world.app.inject({ method: 'GET', url: '/e/sin-convocatoria/call.pdf' })).statusCode).toBe(404);
  });
});
