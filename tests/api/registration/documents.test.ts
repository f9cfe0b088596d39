import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replay } from '@/domain/registration/lifecycle';
import { drawProof } from '../../../server/features/documents/drawProof';
import type { Proof } from '../../../server/features/documents/Proof';
import { pdfCodes } from '../../support/pdfCodes';
import { digestOf } from '../../support/reconcile';
import type { Person } from '../support/openWorld';
import { add, addPerson } from '../support/world';
import { openScene, type Scene } from './support';

let scene: Scene,
  made = 0;
let timing: Person, stranger: Person;
beforeAll(async () => {
  scene = await openScene();
  await addPerson(scene.pool, 'tino', [{ org: scene.org, profile: 'timing' }]);
  timing = scene.world.as('tino', scene.org);
  const elsewhere = await add.organization(scene.pool, 'Otra');
  await addPerson(scene.pool, 'oto', [{ org: elsewhere, profile: 'organizer' }]);
  stranger = scene.world.as('oto', elsewhere);
});
afterAll(() => scene.close());
beforeEach(() => {
  made += 1;
});

interface Document {
  readonly documentid: number;
  readonly status: string;
  readonly number: number | null;
  readonly sha256: string;
  readonly file: string | null;
  readonly locale: string;
  readonly superseded_at: string | null;
}
const documents = async (id: number): Promise<readonly Document[]> =>
  (await scene.pool.query('select * from inscription_documents where inscriptionid = $1 order by documentid', [id])).rows.map((row) => ({
    ...row,
    documentid: Number(row.documentid),
  }));
const held = async (more: object = {}): Promise<number> => (await scene.signUp(`Corredora${made}`, { ...more })).inscriptionid;
const done = async (id: number, action: string, input: object = {}, person = scene.support): Promise<any> => {
  const answer = await scene.act(person, id, action, input);
  expect(answer, `${action} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
  return answer.body;
};
const paid = async (): Promise<number> => {
  const id = await held();
  await done(id, 'pay', { method: 'cash' });
  return id;
};
const printed = async (): Promise<number> => {
  const id = await paid();
  await done(id, 'create_pdf');
  return id;
};
const fetchFile = (person: Person, documentid: number) =>
  scene.world.app.inject({
    method: 'GET',
    url: `/v2/inscription/inscription_documents/${documentid}/file`,
    headers: { authorization: person.authorization },
  });
const hashOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const logOf = async (id: number) =>
  (await scene.pool.query('select status, actor_type, changes from inscription_log where inscriptionid = $1 order by logid', [id])).rows;

describe('the proof of a registration', () => {
  test('is written with its number, its file and its hash, which the log tells too', async () => {
    const id = await paid(),
      { number } = await scene.read(id);
    await done(id, 'create_pdf');
    const [document, ...others] = await documents(id);
    expect(others).toEqual([]);
    expect(document).toMatchObject({ status: 'current', number, locale: 'es', superseded_at: null });
    expect((await logOf(id)).at(-1)).toEqual({
      status: 'pdf_created',
      actor_type: 'staff',
      changes: [
        { field: 'file', new: document!.file },
        { field: 'sha256', new: document!.sha256 },
      ],
    });
    const answer = await fetchFile(scene.support, document!.documentid);
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['cache-control'],
      answer.rawPayload.subarray(0, 5).toString(),
    ]).toEqual([200, 'application/pdf', 'private, no-store', '%PDF-']);
    expect(hashOf(answer.rawPayload)).toBe(document!.sha256);
  });

  test('leaves the inscription itself as it was, so that nobody who has its form open is disturbed', async () => {
    const id = await paid(),
      before = await scene.read(id);
    await done(id, 'create_pdf');
    expect(await scene.read(id)).toEqual(before);
  });

  test('is not made again while it says the same', async () => {
    const id = await printed();
    const answer = await scene.act(scene.support, id, 'create_pdf');
    expect([answer.status, answer.body.message]).toEqual([409, 'El documento vigente ya dice lo mismo.']);
    expect(await documents(id)).toHaveLength(1);
  });

  test('speaks the language of its athlete', async () => {
    const id = await paid();
    await scene.pool.query(
      `update web_users set locale = 'en' where web_userid = (select web_userid from inscriptions where inscriptionid = $1)`,
      [id],
    );
    await done(id, 'create_pdf');
    expect((await documents(id)).map(({ locale }) => locale)).toEqual(['en']);
  });

  test('is refused to anyone who has no place yet, or none any more', async () => {
    const waiting = await held();
    expect((await scene.act(scene.support, waiting, 'create_pdf')).body).toMatchObject({ statusCode: 409, errors: [{ path: 'status' }] });
    await done(waiting, 'cancel', { cancel_reason: 'admin' });
    expect((await scene.act(scene.support, waiting, 'create_pdf')).status).toBe(409);
    expect(await documents(waiting)).toEqual([]);
  });

  test('is made for a whole filter, and those without a place are left out with their reason', async () => {
    const [one, two, waiting] = [await paid(), await ((made += 1), paid()), await ((made += 1), held())];
    const body = { filter: { field: 'inscriptionid', op: 'in', value: [one, two, waiting] } };
    const rehearsed = await scene.support.post('/v2/inscription/inscriptions/actions/create_pdf', { ...body, dry_run: true });
    expect(rehearsed.body).toMatchObject({ ok: 2, skipped: [{ id: waiting }], failed: [] });
    expect(await documents(one)).toEqual([]);
    expect((await scene.support.post('/v2/inscription/inscriptions/actions/create_pdf', body)).body).toMatchObject({
      ok: 2,
      skipped: [{ id: waiting, reason: 'No se puede mientras el registro está en «Iniciada».' }],
      failed: [],
    });
    expect([(await documents(one)).length, (await documents(two)).length, (await documents(waiting)).length]).toEqual([1, 1, 0]);
  });

  test('leaves nothing behind when it is only rehearsed', async () => {
    const id = await paid(),
      before = await digestOf(scene.pool);
    expect((await scene.act(scene.support, id, 'create_pdf', {}, true)).status).toBe(200);
    expect(await digestOf(scene.pool)).toBe(before);
  });
});

describe('who reads and makes it', () => {
  test('a key that only looks makes none, and another organization finds nothing', async () => {
    const id = await printed(),
      [document] = await documents(id);
    expect((await scene.act(timing, id, 'create_pdf')).status).toBe(403);
    expect((await scene.act(stranger, id, 'create_pdf')).status).toBe(404);
    expect((await stranger.get(`/v2/inscription/inscription_documents/${document!.documentid}`)).status).toBe(404);
    expect((await fetchFile(stranger, document!.documentid)).statusCode).toBe(404);
  });

  test('the file shows the code that desks scan, so only those who read the code open it', async () => {
    const id = await printed(),
      [document] = await documents(id);
    for (const person of [scene.support, scene.desk, scene.organizer])
      expect((await fetchFile(person, document!.documentid)).statusCode).toBe(200);
    for (const person of [timing, scene.finance]) {
      const row = await person.get(`/v2/inscription/inscription_documents/${document!.documentid}`);
      expect([row.status, (await fetchFile(person, document!.documentid)).statusCode]).toEqual([200, 403]);
    }
  });

  test('nobody opens it without a token, nor one that does not exist', async () => {
    const [document] = await documents(await printed());
    expect(
      (await scene.world.app.inject({ method: 'GET', url: `/v2/inscription/inscription_documents/${document!.documentid}/file` }))
        .statusCode,
    ).toBe(401);
    expect((await fetchFile(scene.support, 9_999_999)).statusCode).toBe(404);
  });
});

describe('what is printed changes', () => {
  const currentOf = async (id: number) => (await documents(id)).filter(({ status }) => status === 'current');

  test('with the number, each time it is updated: the one before is kept and no longer holds', async () => {
    const id = await printed();
    const { number } = await scene.read(id);
    await done(id, 'update_number', { number: 1048 }, scene.desk);
    await done(id, 'update_number', { number: 1049 }, scene.desk);
    const all = await documents(id);
    expect(all.map(({ number: on, status }) => [on, status])).toEqual([
      [number, 'superseded'],
      [1048, 'superseded'],
      [1049, 'current'],
    ]);
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(3);
    expect(all.every(({ status, superseded_at }) => (status === 'superseded') === (superseded_at !== null))).toBe(true);
    for (const { documentid, sha256 } of all) expect(hashOf((await fetchFile(scene.desk, documentid)).rawPayload)).toBe(sha256);
    const log = await logOf(id);
    expect(log.slice(-4).map(({ status, actor_type }) => [status, actor_type])).toEqual([
      ['pdf_created', 'system'],
      ['number_updated', 'staff'],
      ['pdf_created', 'system'],
      ['number_updated', 'staff'],
    ]);
    expect(replay(log)).toBe('assign_number');
  });

  test('and nothing is printed for who has no proof', async () => {
    const id = await paid();
    await done(id, 'update_number', { number: 1047 }, scene.desk);
    expect(await documents(id)).toEqual([]);
    expect(await scene.statuses(id)).not.toContain('pdf_created');
  });

  test('not when the number is refused: what was undone was never printed', async () => {
    const id = await printed(),
      before = await digestOf(scene.pool);
    expect((await scene.act(scene.desk, id, 'update_number', { number: 1049 })).status).toBe(409);
    expect(await digestOf(scene.pool)).toBe(before);
    expect((await scene.act(scene.desk, id, 'update_number', { number: 1046 }, true)).status).toBe(200);
    expect(await digestOf(scene.pool)).toBe(before);
  });

  test('with the name, the size, the race and the number that is taken away, and not with a comment', async () => {
    const id = await printed();
    await done(id, 'update_comment', { comment: 'Nota' });
    expect(await documents(id)).toHaveLength(1);
    await done(id, 'update_tshirt', { tshirt_size: 'L' });
    expect(await documents(id)).toHaveLength(2);
    const { version } = await scene.read(id);
    expect((await scene.support.patch(`/v2/inscription/inscriptions/${id}`, { version, second_last_name: 'Őłñ' })).status).toBe(200);
    expect(await documents(id)).toHaveLength(3);
    await done(id, 'update_race', { distanceid: scene.five });
    expect((await currentOf(id)).map(({ number }) => number)).toEqual([(await scene.read(id)).number]);
    expect(await documents(id)).toHaveLength(4);
    await done(id, 'remove_number', { reason: 'x' });
    expect((await currentOf(id)).map(({ number, file }) => [number, file!.includes('-')])).toEqual([[null, false]]);
    expect(replay(await logOf(id))).toBe('no_assign_number');
  });

  test('ends with the registration, whose code is dead, and anyone who comes back is printed again', async () => {
    const id = await printed();
    await done(id, 'cancel', { cancel_reason: 'admin' });
    expect((await documents(id)).map(({ status }) => status)).toEqual(['superseded']);
    await done(id, 'reactivate', { reason: 'x' });
    const all = await documents(id),
      [current] = await currentOf(id),
      now = await scene.read(id);
    expect([all.map(({ status }) => status).sort(), new Set(all.map(({ sha256 }) => sha256)).size === all.length]).toEqual([
      [...all.slice(1).map(() => 'superseded'), 'current'].sort(),
      true,
    ]);
    expect(current).toMatchObject({ number: now.number });
  });

  test('comes by mail to anyone who comes back, from a cancellation or a refund, and only where there was one', async () => {
    const letters = async (id: number) =>
      (await scene.pool.query(`select kind from inscription_letters where inscriptionid = $1 order by 1`, [id])).rows.map(
        ({ kind }) => kind,
      );
    const id = await printed(),
      other = await ((made += 1), paid());
    for (const each of [id, other]) {
      await done(each, 'cancel', { cancel_reason: 'admin' });
      await done(each, 'reactivate', { reason: 'x' });
    }
    expect([await letters(id), await letters(other), await documents(other)]).toEqual([['proof'], [], []]);
    await done(id, 'wallet_refund', { reason: 'x', amount_cents: 100 }, scene.finance);
    expect(await currentOf(id)).toEqual([]);
    await done(id, 'reverse_refund', { reason: 'x' }, scene.finance);
    expect(await currentOf(id)).toHaveLength(1);
  });

  test('and is forgotten with the athlete: the bytes go, the row stays', async () => {
    const id = await printed(),
      [document] = await documents(id),
      { web_userid } = await scene.read(id);
    await done(id, 'cancel', { cancel_reason: 'admin' });
    expect((await scene.chief.post(`/v2/user/web_users/${web_userid}/anonymize`, {})).body).toMatchObject({ ok: 1 });
    expect((await documents(id)).map(({ file, status }) => [file, status])).toEqual([[null, 'superseded']]);
    expect((await fetchFile(scene.support, document!.documentid)).statusCode).toBe(404);
    expect((await scene.pool.query('select 1 from stored_objects where object_key like $1', [`%${document!.sha256}%`])).rows).toEqual([]);
  });
});

describe('the drawing', () => {
  const facts: Proof = {
    locale: 'es',
    organization: 'Casa',
    contact: 'hola@casa.test',
    event: 'Carrera',
    start_at: '2027-03-14T13:00:00Z',
    timezone: 'America/Tijuana',
    place: ['Tijuana'],
    distance: '10 km',
    category: null,
    wave: null,
    starts_at: '2027-03-14T13:00:00Z',
    shirt: null,
    size: null,
    name: 'Ana García',
    folio: 'AB12CD34',
    number: '7',
    qr: 'q',
    paid_cents: 0,
    isMinor: false,
    mustSign: false,
    desks: [],
    registered_at: '2026-10-01T12:00:00Z',
  };
  test('of the same facts gives the same bytes, whatever was drawn between', async () => {
    const first = await drawProof(facts);
    await drawProof({ ...facts, name: 'Otra', number: '8' });
    expect(hashOf(await drawProof(facts))).toBe(hashOf(first));
    expect(hashOf(await drawProof({ ...facts, number: '8' }))).not.toBe(hashOf(first));
  });

  test('carries the code that the desk scans, and that of the signature as long as it is missing', async () => {
    const qr = 'Xx0-_9Zz1234567890ABcd',
      signAt = 'https://host.test/sign/Xx0-_9Zz1234567890ABcd';
    expect(await pdfCodes(await drawProof({ ...facts, qr }))).toEqual([qr]);
    expect(await pdfCodes(await drawProof({ ...facts, qr, mustSign: true, signAt }))).toEqual([qr, signAt]);
  });

  test.each(['Őrsi Łucja Muñoz', 'Nguyễn Đức', 'Ελένη Иванова', '李小龍 😀', 'n\u0303', 'A'.repeat(300), ''])(
    'takes the name «%s» and stays one page',
    async (name) => {
      const data = (
        await drawProof({
          ...facts,
          name,
          event: name.repeat(3) || 'x',
          locale: 'en',
          desks: Array.from({ length: 4 }, (_, at) => ({ name: `Mesa ${at} ${name}`, opens_at: '2027-03-13T16:00:00Z', closes_at: null })),
          isMinor: true,
          mustSign: true,
        })
      ).toString('latin1');
      expect([data.startsWith('%PDF-'), data.match(/\/Type \/Page\b/g)?.length]).toEqual([true, 1]);
    },
  );
});
