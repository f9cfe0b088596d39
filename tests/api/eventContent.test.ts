import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

let world: World,
  olga: Person,
  kado: Person,
  org: number,
  event: number,
  made = 0;
const dayMs = 86_400_000,
  season = new Date().getUTCFullYear() + 1;
const at = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const paths = (body: { readonly errors?: readonly { readonly path: string }[] }): readonly string[] =>
  (body.errors ?? []).map(({ path }) => path);

beforeAll(async () => {
  world = await openWorld();
  org = await add.organization(world.pool, 'Casa');
  await addPerson(world.pool, 'olga', [{ org, profile: 'organizer' }]);
  await addPerson(world.pool, 'kado', [{ org, profile: 'kit-delivery' }]);
  [olga, kado] = [world.as('olga', org), world.as('kado', org)];
});
afterAll(() => world.close());
beforeEach(async () => {
  made += 1;
  event = await add.event(world.pool, org, `carrera-${made}-${season}`, {
    edition: 4,
    start_at: `${season}-05-01T13:00:00Z`,
    registration_close_at: `${season}-04-20T00:00:00Z`,
  });
});

const must = async (url: string, body: unknown): Promise<any> => {
  const answer = await olga.post(url, body);
  if (answer.status >= 300) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const price = (days: number) => ({ name: 'Única', starts_at: at(-1), ends_at: at(days), price_cents: 45_000 });
const addRace = (days = 90): Promise<any> =>
  must('/v2/event/distances', {
    eventid: event,
    name: '10 km',
    code: '10K',
    price_tiers: [price(days)],
    age_categories: [{ name: 'Libre', branch: 'F', age_min: 18, age_max: 39 }],
  });
const section = { key: 'generales', title: 'Generales', body_html: '<p>Habrá carrera.</p>' };
const addCall = (more: object = {}): Promise<any> =>
  must('/v2/event/convocatories', { eventid: event, title: 'Convocatoria', change_note: 'Primera', sections: [section], ...more });
const addWaiver = (more: object = {}): Promise<any> =>
  must('/v2/event/exonerations', { eventid: event, title: 'Carta', body_html: { es: '<p>Asumo los riesgos.</p>' }, ...more });
const addCover = () => world.pool.query(`update events set img_cover = 'https://example.com/portada.png' where eventid = $1`, [event]);
const prepare = async (): Promise<void> => {
  await addRace();
  await must(`/v2/event/convocatories/${(await addCall()).convocatoryid}/publish`, {});
  await must(`/v2/event/exonerations/${(await addWaiver()).exonerationid}/activate`, {});
  await addCover();
};
const stored = async (text: string, values: readonly unknown[]): Promise<any[]> => (await world.pool.query(text, values as unknown[])).rows;

describe('publishing an event', () => {
  test('names everything that is missing, in words, and a rehearsal says the same', async () => {
    const { status, body } = await olga.post(`/v2/event/events/${event}/publish`, {});
    expect({ status, paths: paths(body) }).toEqual({ status: 409, paths: ['distances', 'convocatories', 'exonerations', 'img_cover'] });
    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Falta una distancia con un precio vigente.',
      'Falta publicar la convocatoria.',
      'Falta una carta responsiva en vigor.',
      'Falta la portada.',
    ]);
    expect(paths((await olga.post(`/v2/event/events/${event}/publish`, { dry_run: true })).body)).toEqual(paths(body));
    expect(paths((await olga.patch(`/v2/event/events/${event}`, { version: 1, status: 'published' })).body)).toEqual(paths(body));
    expect(await olga.get(`/v2/event/events/${event}/publish`)).toMatchObject({ status: 200, body: { errors: body.errors } });
  });
  test('misses one thing less with every step, and then is published with its date', async () => {
    const missing = async () => paths((await olga.get(`/v2/event/events/${event}/publish`)).body);
    await addRace();
    expect(await missing()).toEqual(['convocatories', 'exonerations', 'img_cover']);
    const call = await addCall();
    expect(await missing()).toContain('convocatories');
    await must(`/v2/event/convocatories/${call.convocatoryid}/publish`, {});
    expect(await missing()).toEqual(['exonerations', 'img_cover']);
    const waiver = await addWaiver();
    await must(`/v2/event/exonerations/${waiver.exonerationid}/activate`, {});
    await addCover();
    expect(await missing()).toEqual([]);
    expect((await olga.get(`/v2/event/events/${event}`)).body.status).toBe('draft');
    expect((await olga.post(`/v2/event/events/${event}/publish`, {})).status).toBe(200);
    expect((await olga.get(`/v2/event/events/${event}`)).body).toMatchObject({ status: 'published', published_at: expect.any(String) });
    expect((await olga.post(`/v2/event/events/${event}/publish`, {})).status).toBe(409);
  });
  test('asks for no waiver where the event has none, and for a price that is still to be paid', async () => {
    await world.pool.query(`update events set exoneration_mode = 'none' where eventid = $1`, [event]);
    await addRace();
    await world.pool.query(
      `update price_tiers set ends_at = now() - interval '1 hour', starts_at = now() - interval '2 hours' where distanceid in (select distanceid from distances where eventid = $1)`,
      [event],
    );
    expect(paths((await olga.post(`/v2/event/events/${event}/publish`, {})).body)).toEqual(['distances', 'convocatories', 'img_cover']);
  });
  test.each(['sold_out', 'closed', 'in_progress', 'finished'])(
    'asks the same of a draft that is moved to %s, and makes it public from then on',
    async (status) => {
      const path = `/v2/event/events/${event}`;
      const refused = await olga.patch(path, { version: 1, status });
      expect({ status: refused.status, paths: paths(refused.body) }).toEqual({
        status: 409,
        paths: ['distances', 'convocatories', 'exonerations', 'img_cover'],
      });
      expect((await olga.get(path)).body).toMatchObject({ status: 'draft', published_at: null });
      await prepare();
      const { body } = await olga.get(path);
      const moved = await olga.patch(path, { version: body.version, status });
      expect(moved).toMatchObject({ status: 200, body: { status, published_at: expect.any(String) } });
      expect(paths((await olga.patch(path, { version: moved.body.version, slug: 'otro-nombre' })).body)).toEqual(['slug']);
    },
  );
  test.each(['in_review', 'postponed', 'archived'])('asks it of an event that comes from %s too', async (from) => {
    await world.pool.query(`update events set status = $2, cancelled_reason = 'Lluvia' where eventid = $1`, [event, from]);
    expect(paths((await olga.patch(`/v2/event/events/${event}`, { version: 1, status: 'in_progress' })).body)).toEqual([
      'distances',
      'convocatories',
      'exonerations',
      'img_cover',
    ]);
  });
  test('asks it of a new event that claims to be running', async () => {
    const { body } = await olga.get(`/v2/event/events/${event}`);
    const { category, region, sport, start_at, stateid, city, registration_open_at, registration_close_at, contact_email } = body;
    const sent = {
      name: { es: 'Otra' },
      slug: `otra-${made}`,
      category,
      region,
      sport,
      start_at,
      stateid,
      city,
      registration_open_at,
      registration_close_at,
      contact_email,
    };
    expect(paths((await olga.post('/v2/event/events', { ...sent, status: 'in_progress' })).body)).toContain('distances');
  });
  test('lets an event that is public move on, and one that was put away become history again', async () => {
    await prepare();
    await must(`/v2/event/events/${event}/publish`, {});
    await world.pool.query(
      `update price_tiers set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where distanceid in (select distanceid from distances where eventid = $1)`,
      [event],
    );
    for (const status of ['in_progress', 'finished', 'archived', 'finished']) {
      const { body } = await olga.get(`/v2/event/events/${event}`);
      expect(await olga.patch(`/v2/event/events/${event}`, { version: body.version, status })).toMatchObject({
        status: 200,
        body: { status, published_at: body.published_at },
      });
    }
  });
  test('is closed to anyone who only looks', async () => {
    expect((await kado.post(`/v2/event/events/${event}/publish`, {})).status).toBe(403);
    expect((await kado.get(`/v2/event/events/${event}/publish`)).status).toBe(403);
  });
});

describe('the place of an event', () => {
  test.each(['Mexico City', '-06:00', 'America/Atlantis'])('has a time zone that exists: %s is refused on its field', async (timezone) => {
    const { status, body } = await olga.patch(`/v2/event/events/${event}`, { version: 1, timezone });
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: [
        {
          path: 'timezone',
          code: 'RULE_BROKEN',
          rule: 'events.zoneKnown',
          message: 'Escribe una zona horaria conocida, como America/Mexico_City.',
        },
      ],
    });
  });
  test('may have any zone that exists', async () =>
    expect((await olga.patch(`/v2/event/events/${event}`, { version: 1, timezone: 'America/Tijuana' })).status).toBe(200));
  test('says its region where nobody does', async () => {
    const { body } = await olga.get(`/v2/event/events/${event}`);
    const { category, sport, start_at, city, registration_open_at, registration_close_at, contact_email } = body;
    const sent = {
      category,
      sport,
      start_at,
      city,
      registration_open_at,
      registration_close_at,
      contact_email,
      name: { es: 'Sin región' },
      stateid: 2,
    };
    expect((await must('/v2/event/events', { ...sent, slug: `sin-region-${made}` })).region).toBe('norte');
    expect((await must('/v2/event/events', { ...sent, slug: `con-region-${made}`, region: 'nacional' })).region).toBe('nacional');
  });
});

describe('a race call', () => {
  test('counts its revisions by language, and a new one takes the place of the old', async () => {
    const first = await addCall(),
      english = await addCall({ locale: 'en' });
    expect([first.revision, english.revision]).toEqual([1, 1]);
    await must(`/v2/event/convocatories/${first.convocatoryid}/publish`, {});
    await must(`/v2/event/convocatories/${english.convocatoryid}/publish`, {});
    const { result } = await must(`/v2/event/convocatories/${first.convocatoryid}/revise`, { input: { change_note: 'Cambia la ruta' } });
    expect((await olga.get(`/v2/event/convocatories/${result.convocatoryid}`)).body).toMatchObject({
      status: 'draft',
      revision: 2,
      change_note: 'Cambia la ruta',
      sections: [section],
    });
    await must(`/v2/event/convocatories/${result.convocatoryid}/publish`, {});
    expect(await stored('select locale, revision, status from convocatories where eventid = $1 order by 1 desc, 2', [event])).toEqual([
      { locale: 'es', revision: 1, status: 'superseded' },
      { locale: 'es', revision: 2, status: 'published' },
      { locale: 'en', revision: 1, status: 'published' },
    ]);
  });
  test('is never published empty, rewritten once it was out, nor published twice', async () => {
    const empty = await addCall({ sections: [] });
    expect((await olga.post(`/v2/event/convocatories/${empty.convocatoryid}/publish`, {})).status).toBe(409);
    const call = await addCall();
    await must(`/v2/event/convocatories/${call.convocatoryid}/publish`, {});
    const { body } = await olga.get(`/v2/event/convocatories/${call.convocatoryid}`);
    expect((await olga.patch(`/v2/event/convocatories/${call.convocatoryid}`, { version: body.version, title: 'Otra' })).status).toBe(409);
    expect((await olga.remove(`/v2/event/convocatories/${call.convocatoryid}`, { version: body.version })).status).toBe(409);
    expect((await olga.post(`/v2/event/convocatories/${call.convocatoryid}/publish`, {})).status).toBe(409);
  });
  test('keeps no script in its sections', async () => {
    const call = await addCall({ sections: [{ ...section, body_html: '<p onclick="x()">Hola<script>x()</script></p>' }] });
    expect(call.sections[0].body_html).toBe('<p>Hola</p>');
  });
});

describe('a question', () => {
  const asked = (more: object) => olga.post('/v2/event/event_questions', { eventid: event, label: { es: '¿Talla de bici?' }, ...more });
  test('offers at least two options to choose from, and a format that works', async () => {
    expect(paths((await asked({ type: 'select', options: [{ value: 's', label: { es: 'Chica' } }] })).body)).toEqual(['options']);
    expect(paths((await asked({ regex: '(' })).body)).toEqual(['regex']);
    expect(paths((await asked({ type: 'email' })).body)).toEqual(['sensitive']);
  });
  test('depends on no question of itself, and keeps its type once it was answered', async () => {
    const { body } = await asked({});
    expect(
      paths(
        (
          await olga.patch(`/v2/event/event_questions/${body.questionid}`, {
            version: body.version,
            visible_if_questionid: body.questionid,
            visible_if_op: 'answered',
          })
        ).body,
      ),
    ).toEqual(['visible_if_questionid']);
    const race = await addRace(),
      athlete = await add.athlete(world.pool, `Responde${made}`),
      signed = await add.inscription(world.pool, event, race.distanceid, athlete);
    await world.pool.query(`insert into question_answers (inscriptionid, eventid, questionid, value) values ($1, $2, $3, '"Mediana"')`, [
      signed,
      event,
      body.questionid,
    ]);
    const { body: now } = await olga.get(`/v2/event/event_questions/${body.questionid}`);
    expect(now.answers_count).toBe(1);
    expect((await olga.patch(`/v2/event/event_questions/${body.questionid}`, { version: now.version, type: 'number' })).status).toBe(409);
    expect((await olga.remove(`/v2/event/event_questions/${body.questionid}`, { version: now.version })).status).toBe(409);
    expect((await olga.get('/v2/inscription/question_answers')).body.map(({ value }: { value: unknown }) => value)).toContain('Mediana');
    await world.pool.query('update event_questions set sensitive = true where questionid = $1', [body.questionid]);
    expect((await olga.get('/v2/inscription/question_answers')).body.map(({ value }: { value: unknown }) => value)).not.toContain(
      'Mediana',
    );
  });
});

describe('a cancelled event', () => {
  test('is not opened again by its form; it is archived', async () => {
    await prepare();
    const save = async (more: object) =>
      olga.patch(`/v2/event/events/${event}`, { version: (await olga.get(`/v2/event/events/${event}`)).body.version, ...more });
    expect((await olga.post(`/v2/event/events/${event}/cancel`, { input: { reason: 'Mal tiempo' } })).status).toBe(200);
    for (const status of ['draft', 'published', 'finished'])
      expect(await save({ status })).toMatchObject({
        status: 409,
        body: {
          errors: [
            { path: 'status', message: 'El evento está cancelado: ábrelo de nuevo, si todavía se puede, o duplícalo para otra fecha.' },
          ],
        },
      });
    expect((await save({ cancelled_reason: 'Mal tiempo y viento' })).status).toBe(200);
    expect((await save({ status: 'archived' })).status).toBe(200);
  });
});

describe('duplicating an event', () => {
  const fill = async (): Promise<void> => {
    await prepare();
    const [{ distanceid }] = (await stored('select distanceid from distances where eventid = $1', [event])) as [{ distanceid: number }];
    await must('/v2/event/waves', {
      eventid: event,
      name: 'Bloque A',
      start_at: `${season}-05-01T13:00:00.000Z`,
      distanceids: [distanceid],
    });
    const first = await must('/v2/event/event_questions', {
      eventid: event,
      label: { es: '¿Vienes en bici?' },
      type: 'boolean',
      distanceids: [distanceid],
    });
    await must('/v2/event/event_questions', {
      eventid: event,
      label: { es: '¿De qué talla?' },
      visible_if_questionid: first.questionid,
      visible_if_op: 'answered',
    });
    await must('/v2/event/tshirt_models', {
      eventid: event,
      name: 'Oficial',
      distanceids: [distanceid],
      sizes: [
        { size: 'M', ordered: 40 },
        { size: 'L', ordered: 10 },
      ],
    });
  };
  test('makes the next edition as a draft with everything that is typed again, a year later', async () => {
    await fill();
    await must(`/v2/event/events/${event}/publish`, {});
    const { result } = await must(`/v2/event/events/${event}/duplicate`, {});
    const copy = result.eventid;
    expect((await olga.get(`/v2/event/events/${copy}`)).body).toMatchObject({
      status: 'draft',
      edition: 5,
      previous_eventid: event,
      slug: `carrera-${made}-${season + 1}`,
      published_at: null,
      sold_count: 0,
      registration_close_at: `${season + 1}-04-20T00:00:00.000Z`,
      start_at: `${season + 1}-05-01T13:00:00.000Z`,
      img_cover: 'https://example.com/portada.png',
    });
    const counts = `select (select count(*)::int from distances where eventid = $1 and status = 'open' and exonerationid is null) as races, (select count(*)::int from waves w join distances d on d.distanceid = any(w.distanceids) where w.eventid = $1 and d.eventid = $1 and w.start_at = '${season + 1}-05-01T13:00:00Z') as waves,
      (select count(*)::int from age_categories a join distances d using (distanceid) where d.eventid = $1) as categories, (select count(*)::int from event_questions q join event_questions o on o.questionid = q.visible_if_questionid where q.eventid = $1 and o.eventid = $1) as conditions,
      (select count(*)::int from event_questions where eventid = $1) as questions, (select count(*)::int from convocatories where eventid = $1 and status = 'draft' and revision = 1) as calls,
      (select count(*)::int from tshirt_models m join tshirt_stock s using (tshirt_modelid) where m.eventid = $1 and s.ordered = 0) as sizes, (select count(*)::int from exonerations where eventid = $1) as waivers, (select organizationid::int from events where eventid = $1) as org`;
    expect(await stored(counts, [copy])).toEqual([
      { races: 1, waves: 1, categories: 1, conditions: 1, questions: 2, calls: 1, sizes: 2, waivers: 0, org },
    ]);
    const tiers = 'select p.ends_at, p.sold_count from price_tiers p join distances d using (distanceid) where d.eventid = $1';
    const [[before], [after]] = [await stored(tiers, [event]), await stored(tiers, [copy])];
    const expected = new Date(before.ends_at);
    expected.setUTCFullYear(expected.getUTCFullYear() + 1);
    expect({ ends: new Date(after.ends_at).toISOString(), sold: after.sold_count }).toEqual({ ends: expected.toISOString(), sold: 0 });
  });
  test('tells of the next year in its titles and texts, and leaves addresses and codes as they are', async () => {
    await fill();
    const link = `https://example.com/${season}/ruta`;
    await world.pool.query(`update convocatories set title = $2, sections = $3 where eventid = $1`, [
      event,
      `Convocatoria ${season}`,
      JSON.stringify([
        { key: 'generales', title: `Generales ${season}`, body_html: `<p>El 1 de mayo de ${season}: <a href="${link}">ruta</a></p>` },
      ]),
    ]);
    await world.pool.query(`update distances set name = $2, code = $3 where eventid = $1`, [event, `10K ${season}`, `10K-${season}`]);
    await must(`/v2/event/events/${event}/publish`, {});
    const { result } = await must(`/v2/event/events/${event}/duplicate`, {});
    const next = season + 1;
    expect(await stored('select title, sections from convocatories where eventid = $1', [result.eventid])).toEqual([
      {
        title: `Convocatoria ${next}`,
        sections: [
          { key: 'generales', title: `Generales ${next}`, body_html: `<p>El 1 de mayo de ${next}: <a href="${link}">ruta</a></p>` },
        ],
      },
    ]);
    expect(await stored('select name, code from distances where eventid = $1', [result.eventid])).toEqual([
      { name: `10K ${next}`, code: `10K-${season}` },
    ]);
  });
  test('is refused where that edition exists, and to anyone who only looks; a rehearsal leaves nothing', async () => {
    const count = async () => (await stored('select count(*)::int as n from events', []))[0].n;
    const before = await count();
    expect((await olga.post(`/v2/event/events/${event}/duplicate`, { dry_run: true })).status).toBe(200);
    expect(await count()).toBe(before);
    await must(`/v2/event/events/${event}/duplicate`, {});
    expect(paths((await olga.post(`/v2/event/events/${event}/duplicate`, {})).body)).toEqual(['slug']);
    expect((await kado.post(`/v2/event/events/${event}/duplicate`, {})).status).toBe(403);
    expect(await count()).toBe(before + 1);
  });
});
