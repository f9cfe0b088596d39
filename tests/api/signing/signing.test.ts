import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Letter, Mail } from '../../../server/adapters/mail/Mail';
import { sendLetters } from '../../../server/features/letters/sendLetters';
import { createTranslate } from '../../../server/kernel/messages';
import { reconcile } from '../../support/reconcile';
import { openScene, type Scene } from '../registration/support';
import { openWorld } from '../support/openWorld';
import { add, addPerson } from '../support/world';
import { expectKept, hiddenIn, noticeIn, signPagesOf, type Fields } from './support';

let scene: Scene,
  pages: ReturnType<typeof signPagesOf>,
  waiver: number,
  id: number,
  folio: string,
  path: string,
  made = 0;
const born = '1990-02-03';
const addWaiver = async (more: object = {}): Promise<number> => {
  const { exonerationid } = (
    await scene.chief.post('/v2/event/exonerations', {
      eventid: scene.eventid,
      title: 'Carta responsiva',
      body_html: {
        es: '<p>Asumo los riesgos.</p><p>Más en <a href="https://example.com/">la página</a>.</p>',
        en: '<p>I accept the risks.</p>',
      },
      ...more,
    })
  ).body;
  expect((await scene.chief.post(`/v2/event/exonerations/${exonerationid}/activate`, {})).status).toBe(200);
  return exonerationid;
};
beforeAll(async () => {
  scene = await openScene({ event: { numbering_mode: 'none' } });
  pages = signPagesOf(scene);
});
afterAll(() => scene.close());
beforeEach(async () => {
  made += 1;
  waiver = await addWaiver();
  ({ inscriptionid: id, folio } = await scene.signUp(`Firma${made}`));
  await set({ birth_date: born });
  path = (await linkOf()).link;
});

const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
  for (const [name, value] of Object.entries(values))
    await scene.pool.query(`update inscriptions set ${name} = $2 where inscriptionid = $1`, [id, value]);
};
const linkOf = async (): Promise<{ readonly link: string; readonly qr: string }> => {
  const { status, body } = await scene.act(scene.desk, id, 'sign_link');
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.result;
};
/** What a page says to do instead. */
const wayOn = (standing: string): string => createTranslate('locales')(`sign.${standing}.how`, 'es');
const identify = (more: Fields = {}) => pages.post(`${path}/identify`, { folio, birth_date: born, ...more });
const opened = async (): Promise<Fields> => {
  const page = await identify();
  expect(page.status).toBe(200);
  return hiddenIn(page);
};
const typed = { signer_name: 'Ana Ríos', accept: 'yes', do: 'sign' } as const;
const sign = async (more: Fields = {}, file?: Parameters<typeof pages.send>[2]) =>
  pages.send(path, { ...(await opened()), ...typed, ...more }, file);
const signatures = async (): Promise<any[]> =>
  (await scene.pool.query('select * from exoneration_signatures where inscriptionid = $1 order by signatureid', [id])).rows;
const drawing = async (): Promise<string> => {
  const line = Buffer.from(
    '<svg width="300" height="120"><path d="M10 60 C 80 10 120 110 290 50" stroke="#000" stroke-width="4" fill="none"/></svg>',
  );
  return `data:image/png;base64,${(await sharp(line).png().toBuffer()).toString('base64')}`;
};

describe('a link to sign', () => {
  test('asks who is there, says what the event is, and nothing of the person', async () => {
    const page = await pages.get(path);
    expect(page.status).toBe(200);
    expectKept(page);
    expect(page.html).toContain('Carrera carrera');
    expect(page.html).not.toContain(`Firma${made}`);
    expect(page.html).not.toContain(folio);
    expect((await pages.get(`${path}?lng=en`)).html).toContain('Sign your waiver');
  });

  test('that is wrong gets one sentence, however it is wrong', async () => {
    const [name = '', mark = ''] = path.split('-');
    const other = `${name.slice(0, -1)}${name.endsWith('a') ? 'b' : 'a'}`;
    for (const wrong of ['/sign/nada', '/sign/1-', `${other}-${mark}`, `${path}x`, path.slice(0, -1)]) {
      const page = await pages.get(wrong);
      expect([page.status, noticeIn(page)]).toEqual([404, 'No encontramos ninguna inscripción con este enlace.']);
      expect(page.html, 'and a way on').toContain(wayOn('unknown'));
      expectKept(page);
      expect((await pages.post(`${wrong}/identify`, { folio, birth_date: born })).status).toBe(404);
      expect((await pages.send(wrong, { ...typed })).status).toBe(404);
    }
  });

  test('ends when the event is over', async () => {
    await scene.pool.query(
      `update events set registration_close_at = now() - interval '4 days', start_at = now() - interval '3 days', end_at = now() - interval '2 days' where eventid = $1`,
      [scene.eventid],
    );
    try {
      const page = await pages.get(path);
      expect([page.status, noticeIn(page)]).toEqual([410, 'El evento ya pasó y la carta responsiva ya no se firma aquí.']);
      expect(page.html).toContain(wayOn('over'));
      expect(page.html).toContain('mailto:hola@prueba.test');
      expect((await identify()).status).toBe(410);
      expect((await scene.act(scene.desk, id, 'sign_link')).status).toBe(409);
    } finally {
      await scene.pool.query(
        `update events set start_at = now() + interval '40 days', end_at = null, registration_close_at = now() + interval '30 days' where eventid = $1`,
        [scene.eventid],
      );
    }
  });

  test('of a registration that was cancelled says so, before and after who is there is known', async () => {
    const fields = await opened();
    await scene.act(scene.support, id, 'cancel', { cancel_reason: 'admin' });
    for (const page of [await pages.get(path), await identify(), await pages.send(path, { ...fields, ...typed })]) {
      expect(page.status).toBe(409);
      expect(noticeIn(page)).toContain('La inscripción se canceló o se movió a otro evento');
      expect(page.html).toContain(wayOn('closed'));
      expect(page.html).toContain('mailto:');
    }
    expect(await signatures()).toEqual([]);
  });

  test('of a registration without a birth date says what is missing, and identifies nobody', async () => {
    await set({ birth_date: null });
    for (const page of [await pages.get(path), await identify(), await identify({ birth_date: '' })]) {
      expect(page.status).toBe(409);
      expect(noticeIn(page)).toContain('todavía no tiene fecha de nacimiento');
      expect(page.html).toContain(wayOn('noBirthDate'));
      expect(page.html).toContain('mailto:hola@prueba.test');
    }
  });

  test('without a text in force, or with one on paper, says what happens instead', async () => {
    const paper = await addWaiver({ require_signature: 'paper' });
    expect(noticeIn(await pages.get(path))).toBe('El organizador pide la firma en papel.');
    expect((await scene.act(scene.desk, id, 'sign_link')).status).toBe(409);
    await scene.chief.post(`/v2/event/exonerations/${paper}/retire`, {});
    expect(noticeIn(await pages.get(path))).toContain('no necesita una carta responsiva');
    await addWaiver();
    await scene.pool.query(`update events set exoneration_mode = 'paper' where eventid = $1`, [scene.eventid]);
    expect(noticeIn(await pages.get(path))).toBe('El organizador pide la firma en papel.');
    await scene.pool.query(`update events set exoneration_mode = 'digital' where eventid = $1`, [scene.eventid]);
  });
});

describe('who signs', () => {
  test('is known by folio and birth date together; a wrong one of either gets the same answer', async () => {
    const wrong = [
      await identify({ folio: 'AAAAAAAA' }),
      await identify({ birth_date: '1990-02-04' }),
      await identify({ birth_date: 'ayer' }),
      await identify({ folio: '', birth_date: '' }),
    ];
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([403]));
    expect(new Set(wrong.map((page) => noticeIn(page))).size).toBe(1);
    expect(wrong[1]!.html, 'what was typed stays').toContain(`value="${folio}"`);
    const right = await identify({ folio: ` ${folio.slice(0, 4).toLowerCase()}-${folio.slice(4)} ` });
    expect(right.status).toBe(200);
    expect(right.html).toContain('Asumo los riesgos.');
    expect(right.html).toContain('target="_blank" rel="noopener noreferrer" href="https://example.com/"');
  });

  test('has a limited number of tries, also with the right answer at last', async () => {
    for (let guess = 0; guess < 10; guess += 1) expect((await identify({ birth_date: '2000-01-01' })).status).toBe(403);
    const page = await identify();
    expect([page.status, noticeIn(page)]).toEqual([429, 'Hubo demasiados intentos. Espera 15 minutos e inténtalo de nuevo.']);
  });

  test('cannot sign without having been known, with a mark of another link, or with one that is too old', async () => {
    const fields = await opened();
    const old = `${Date.now() - 1000}.${fields['visit']?.split('.')[1]}`;
    for (const visit of ['', 'nada', old, `${Date.now() + 1e6}.${fields['visit']?.split('.')[1]}`]) {
      const page = await pages.send(path, { ...fields, ...typed, visit });
      expect([page.status, noticeIn(page)]).toEqual([403, expect.stringContaining('Confirma otra vez que eres tú')]);
    }
    const mine = path;
    ({ inscriptionid: id } = await scene.signUp(`Otra${made}`));
    await set({ birth_date: born });
    const theirs = (await linkOf()).link;
    expect((await pages.send(theirs, { ...fields, ...typed })).status).toBe(403);
    expect((await pages.copy(theirs, fields['visit'] ?? '')).statusCode).toBe(403);
    expect(theirs).not.toBe(mine);
    expect(await signatures()).toEqual([]);
  });
});

describe('signing', () => {
  test('keeps version, text, time, address and device, marks the registration, and logs that the athlete did it', async () => {
    const page = await sign();
    expect(page.status).toBe(200);
    expect(noticeIn(page)).toMatch(/^Firmó Ana Ríos, /);
    expect(await signatures()).toMatchObject([
      {
        status: 'signed',
        channel: 'web',
        signer_type: 'athlete',
        signer_name: 'Ana Ríos',
        exonerationid: waiver,
        revision: expect.any(Number),
        ip: '127.0.0.1',
        user_agent: 'Telefono de prueba/1.0',
        witness_userid: null,
        organizationid: scene.org,
        created_by: null,
      },
    ]);
    expect((await scene.read(id)).exoneration_status).toBe('signed');
    const { rows: log } = await scene.pool.query(
      `select status, actor_type, permission_key, ip, changes from inscription_log where inscriptionid = $1 and status in ('data_updated', 'pdf_created') order by logid`,
      [id],
    );
    expect(log).toMatchObject([
      {
        status: 'data_updated',
        actor_type: 'athlete',
        permission_key: null,
        ip: '127.0.0.1',
        changes: [{ field: 'exoneration_status', old: 'pending', new: 'signed' }],
      },
      { status: 'pdf_created', actor_type: 'system' },
    ]);
    const {
      rows: [document],
    } = await scene.pool.query(`select * from inscription_documents where inscriptionid = $1 and kind = 'exoneration'`, [id]);
    expect(document).toMatchObject({ status: 'current', file: `${folio}-exoneration.pdf` });
    expect(await reconcile(scene.pool)).toEqual({});
  });

  test('a second time says that it is signed, by whom and when, and offers the copy to the person alone', async () => {
    const fields = await opened();
    await sign();
    const before = await pages.get(path);
    expect([before.status, noticeIn(before)]).toEqual([200, 'Esta carta responsiva ya está firmada. No hace falta firmarla otra vez.']);
    expect(before.html).not.toContain('Ana Ríos');
    for (const page of [await pages.send(path, { ...fields, ...typed, signer_name: 'Otra Persona' }), await identify()]) {
      expect(page.status).toBe(200);
      expect(noticeIn(page)).toContain('Ana Ríos');
    }
    expect(await signatures()).toHaveLength(1);
    expect((await pages.copy(path, 'nada')).statusCode).toBe(403);
    const copy = await pages.copy(path, hiddenIn(await identify())['visit'] ?? '');
    expect([copy.statusCode, copy.headers['content-type'], copy.headers['cache-control']]).toEqual([200, 'application/pdf', 'no-store']);
    expect(copy.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('at the same time twice signs once', async () => {
    const fields = { ...(await opened()), ...typed };
    const both = await Promise.all([pages.send(path, fields), pages.send(path, fields)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await signatures()).toHaveLength(1);
  });

  test('with something missing says what, at its field, and loses nothing that was typed', async () => {
    const fields = await opened();
    const page = await pages.send(path, { ...fields, do: 'sign', signer_name: ' A ' });
    expect(page.status).toBe(400);
    expect(page.html).toContain('id="signer_name-problem">Escribe el nombre completo de quien firma.');
    expect(page.html).toContain('id="accept-problem">Para firmar, marca que leíste y aceptas el texto.');
    const named = await pages.send(path, { ...fields, do: 'sign', signer_name: 'Ana "Nini" Ríos' });
    expect(named.html).toContain('value="Ana &quot;Nini&quot; Ríos"');
    expect((await pages.send(path, { ...fields, ...typed, signer_name: 'x'.repeat(161) })).html).toContain('hasta 160 letras');
    expect(await signatures()).toEqual([]);
  });

  test('in the other language keeps what was typed, and shows the text in it', async () => {
    const { do: _, ...values } = typed;
    const page = await pages.send(path, { ...(await opened()), ...values, read: 'en' });
    expect(page.status).toBe(200);
    expect(page.html).toContain('I accept the risks.');
    expect(page.html).toContain('value="Ana Ríos"');
    expect(page.html).toContain(' checked');
    expect(hiddenIn(page)['lng']).toBe('en');
  });

  test('a text that was replaced meanwhile signs nothing, and shows the one in force to accept again', async () => {
    const fields = await opened();
    waiver = await addWaiver({ body_html: { es: '<p>Otro texto.</p>' } });
    const page = await pages.send(path, { ...fields, ...typed });
    expect([page.status, noticeIn(page)]).toEqual([409, expect.stringContaining('El organizador cambió el texto mientras lo leías.')]);
    expect(page.html).toContain('Otro texto.');
    expect(page.html).toContain('value="Ana Ríos"');
    expect(page.html).not.toContain(' checked');
    expect(await signatures()).toEqual([]);
    expect((await pages.send(path, { ...fields, ...typed, ...hiddenIn(page) })).status).toBe(200);
    expect(await signatures()).toMatchObject([{ exonerationid: waiver }]);
  });

  test('a new version asks again only where its author says so', async () => {
    await sign();
    const first = waiver;
    await addWaiver();
    expect((await scene.read(id)).exoneration_status).toBe('signed');
    expect(noticeIn(await pages.get(path))).toContain('ya está firmada');
    waiver = await addWaiver({ resign: true });
    expect((await scene.read(id)).exoneration_status, 'also of people who signed an earlier version than the last').toBe('pending');
    expect((await sign()).status).toBe(200);
    expect((await signatures()).map(({ status, exonerationid }) => [status, exonerationid])).toEqual([
      ['revoked', first],
      ['signed', waiver],
    ]);
  });

  test('of a minor needs a guardian who says how they are related', async () => {
    await set({ birth_date: new Date(Date.now() - 15 * 365.25 * 86_400_000).toISOString().slice(0, 10) });
    const birth_date = (await scene.read(id)).birth_date;
    const page = await identify({ birth_date });
    expect(page.html).toContain('será menor de edad el día del evento');
    const fields = { ...hiddenIn(page), ...typed };
    const alone = await pages.send(path, fields);
    expect([alone.status, alone.html.includes('Elige el parentesco.')]).toEqual([400, true]);
    expect((await pages.send(path, { ...fields, relationship: 'vecino' })).status).toBe(400);
    expect((await pages.send(path, { ...fields, relationship: 'mother' })).status).toBe(200);
    expect(await signatures()).toMatchObject([{ signer_type: 'guardian', relationship: 'Madre', signer_name: 'Ana Ríos' }]);
  });

  test('somebody who is of age on the day of the event signs alone, although not yet today', async () => {
    const {
      rows: [{ start_at }],
    } = await scene.pool.query('select start_at from events where eventid = $1', [scene.eventid]);
    const birthday = new Date(new Date(start_at).getTime() - 2 * 86_400_000);
    birthday.setUTCFullYear(birthday.getUTCFullYear() - 18);
    await set({ birth_date: birthday.toISOString().slice(0, 10) });
    expect((await identify({ birth_date: birthday.toISOString().slice(0, 10) })).html).not.toContain('menor de edad');
  });

  test('with a drawing needs one with something on it, and keeps it as a picture that the printed waiver shows', async () => {
    await addWaiver({ require_signature: 'drawn' });
    const empty = await sharp({ create: { width: 300, height: 120, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    for (const wrong of ['', 'data:image/png;base64,AAAA', `data:image/png;base64,${empty.toString('base64')}`, 'javascript:alert(1)']) {
      const page = await sign({ drawing: wrong });
      expect([page.status, page.html.includes('Dibuja tu firma.')]).toEqual([400, true]);
    }
    expect((await sign({ drawing: await drawing() })).status).toBe(200);
    const [{ signature_img, signer_name }] = await signatures();
    expect(signer_name, 'an athlete who draws signs with the name of the registration').toBe((await scene.read(id)).name);
    const picture = await scene.world.app.inject({ url: signature_img });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const copy = await pages.copy(path, hiddenIn(await identify())['visit'] ?? '');
    expect(copy.rawPayload.toString('latin1')).toContain('/Subtype /Image');
  });

  test('with an identification needs a photo of it and what it is, and refuses other files', async () => {
    await addWaiver({ require_id_photo: true });
    const photo = {
      name: 'ine.jpg',
      type: 'image/jpeg',
      data: await sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer(),
    };
    const without = await sign({ id_type: 'INE' });
    expect([without.status, without.html.includes('Agrega la foto de tu identificación.')]).toEqual([400, true]);
    const script = await sign({ id_type: 'INE' }, { name: 'ine.html', type: 'text/html', data: Buffer.from('<script>1</script>') });
    expect([script.status, script.html.includes('Ese archivo no se puede leer.')]).toEqual([400, true]);
    expect((await sign({ id_type: 'pase' }, photo)).html).toContain('Elige con qué te identificas.');
    expect((await sign({ id_type: 'INE' }, photo)).status).toBe(200);
    expect(await signatures()).toMatchObject([
      { id_type: 'INE', id_file: { name: 'ine.jpg', type: 'image/jpeg', url: expect.any(String) } },
    ]);
    const { rows } = await scene.pool.query(`select organizationid from uploads where name = 'ine.jpg'`);
    expect(rows).toEqual([{ organizationid: scene.org }]);
  });

  test('bodies that are no form are refused with a page', async () => {
    const { app } = scene.world;
    const sent = async (type: string, payload: string) =>
      (await app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })).statusCode;
    expect(await sent('application/json', '{"a":1}')).toBe(415);
    expect(await sent('multipart/form-data; boundary=x', 'nothing')).toBe(400);
    expect(await sent('multipart/form-data', 'nothing')).toBeLessThan(500);
    expect((await pages.send(path, { ...(await opened()), ...typed, signer_name: 'Ana\0Ríos' })).status).toBe(400);
    expect((await pages.send(path, { ...(await opened()), ...typed, drawing: 'x'.repeat(600_000) })).status).toBe(400);
    expect(await signatures()).toEqual([]);
  });
});

describe('letters', () => {
  const sweep = async (): Promise<readonly Letter[]> => {
    const left: Letter[] = [];
    const mail: Mail = {
      send: async (letter) => {
        left.push(letter);
        return { provider: 'smtp', ref: `ref-${left.length}` };
      },
    };
    await sendLetters({ pool: scene.pool, registry, translate: createTranslate('locales'), paymentLink: undefined }, mail);
    return left;
  };
  beforeEach(() => sweep());

  test('with the proof bring the link until it is signed, then the copy', async () => {
    await scene.act(scene.support, id, 'pay', { method: 'courtesy', reason: 'Prueba' });
    await scene.act(scene.support, id, 'send_mail');
    const [first] = await sweep();
    expect(first?.subject).toContain('Tu comprobante de inscripción');
    expect(first?.text).toContain(`http://127.0.0.1:3000${path}`);
    expect(first?.attachments).toHaveLength(1);
    await sign();
    const [copy] = await sweep();
    expect(copy?.subject).toContain('Tu carta responsiva firmada');
    expect(copy?.text).not.toContain(path);
    expect(copy?.attachments?.map(({ filename }) => filename)).toEqual([`${folio}.pdf`, `${folio}-exoneration.pdf`]);
  });

  test('remind those who have not signed, also before they have a proof, and bring the copy alone to those', async () => {
    const answer = await scene.act(scene.chief, id, 'remind_waiver');
    expect(answer).toMatchObject({ status: 200 });
    const [reminder] = await sweep();
    expect(reminder?.subject).toContain('Falta tu firma');
    expect(reminder?.text).toContain(path);
    expect(reminder?.attachments).toBeUndefined();
    await sign();
    const [copy] = await sweep();
    expect(copy?.attachments?.map(({ filename }) => filename)).toEqual([`${folio}-exoneration.pdf`]);
    expect((await scene.act(scene.chief, id, 'remind_waiver')).status).toBe(409);
  });

  test('remind in bulk whom they may, and say why of the others', async () => {
    const signedId = id;
    await sign();
    ({ inscriptionid: id, folio } = await scene.signUp(`Pendiente${made}`));
    const pending = id;
    ({ inscriptionid: id } = await scene.signUp(`Sin correo${made}`));
    await set({ email: null });
    const { status, body } = await scene.chief.post('/v2/inscription/inscriptions/actions/remind_waiver', {
      ids: [signedId, pending, id],
      input: {},
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: 1 });
    const left = await sweep();
    expect(left.filter(({ subject }) => subject.includes('Falta tu firma'))).toHaveLength(1);
  });
});

describe('the link', () => {
  test('is made by who delivers kits or keeps waivers, in their own organization only', async () => {
    const { qr, link } = await linkOf();
    expect(qr).toContain('<svg');
    expect(link).toMatch(/^\/sign\/[0-9a-z]+-[\w-]{22}$/);
    expect((await scene.act(scene.finance, id, 'sign_link')).status).toBe(403);
    expect((await scene.act(scene.finance, id, 'remind_waiver')).status).toBe(403);
    const elsewhere = await add.organization(scene.pool, `Ajena ${made}`);
    await addPerson(scene.pool, `ajeno${made}`, [{ org: elsewhere, profile: 'organizer' }]);
    const stranger = scene.world.as(`ajeno${made}`, elsewhere);
    for (const action of ['sign_link', 'remind_waiver']) expect((await scene.act(stranger, id, action)).status).toBe(404);
  });

  test('one address may ask so often only, and gets a page', async () => {
    const limited = await openWorld({ mostRequests: 3 });
    const answers: number[] = [];
    for (let at = 0; at < 5; at += 1) answers.push((await limited.app.inject({ url: '/sign/nada' })).statusCode);
    expect(answers).toEqual([404, 404, 404, 429, 429]);
    expect((await limited.app.inject({ url: '/sign/nada' })).body).toContain('Demasiados intentos');
    await limited.close();
  });
});
