import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDrawings, type Drawings } from '../../server/api/files/drawings';
import { createUploadBudget } from '../../server/api/files/uploadBudget';
import { createAccounts } from '../../server/auth/accounts';
import { createPasswords } from '../../server/auth/passwords';
import { eventually } from '../support/eventually';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { formOf } from './support/formOf';

/** Work that lasts until the test ends it. */
const openWork = () => {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: () => ended, end };
};
/** Occupies both places of a queue. */
const fill = (drawings: Drawings) => {
  const held = openWork();
  const both = [drawings.inTurn(held.work), drawings.inTurn(held.work)];
  return async () => {
    held.end();
    await Promise.all(both);
  };
};

describe('the queue of drawings', () => {
  test('takes two at a time, in the order in which they came, also past one that fails', async () => {
    const { inTurn } = createDrawings();
    const order: number[] = [],
      works = Array.from({ length: 5 }, openWork);
    const done = works.map(({ work }, number) =>
      inTurn(async () => {
        order.push(number);
        await work();
        if (number === 1) throw new Error('broken');
      }).catch(() => 'failed'),
    );
    await eventually(() => expect(order).toEqual([0, 1]));
    works[1]!.end();
    expect(await done[1]).toBe('failed');
    await eventually(() => expect(order).toEqual([0, 1, 2]));
    for (const { end } of works) end();
    await Promise.all(done);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  test('is bounded, and a late request gets the time to try again', async () => {
    const drawings = createDrawings();
    const release = fill(drawings);
    const waiting = Array.from({ length: 40 }, () => drawings.inTurn(async () => 'drawn'));
    await expect(drawings.inTurn(async () => 'drawn')).rejects.toMatchObject({ statusCode: 429, retryAfter: 5 });
    await release();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'drawn'));
  });
});

describe('pictures that somebody sends', () => {
  const drawings = createDrawings();
  const uploadBudget = createUploadBudget();
  const secret = 'a secret of tests that is long enough',
    password = 'una frase larga y secreta';
  let world: World, alfa: number, olga: number;
  beforeAll(async () => {
    world = await openWorld({ drawings, uploadBudget });
    alfa = await add.organization(world.pool, 'alfa');
    olga = await addPerson(world.pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
    await addPerson(world.pool, 'otra', [{ org: alfa, profile: 'organizer' }]);
    await createAccounts(world.pool, createPasswords(secret), false).setPassword(olga, password);
    await world.pool.query('update auth_sessions set revoked_at = null');
  });
  afterAll(() => world.close());

  const send = async (data: Buffer, name = 'olga') => {
    return world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: `Bearer ${name}@${alfa}` },
      payload: formOf({ name: 'file', data, file: 'a.bin' }),
    });
  };
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#d22' }, limitInputPixels: false });
  const picture = () => blank(8, 8).png().toBuffer();
  const signIn = async () => {
    const csrf = await world.app.inject({ url: '/api/auth/csrf' });
    const cookie = csrf.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
    return world.app.inject({
      method: 'POST',
      url: '/api/auth/callback/credentials',
      headers: { cookie, 'x-auth-return-redirect': '1' },
      payload: { csrfToken: csrf.json<{ csrfToken: string }>().csrfToken, email: 'olga@prueba.test', password, json: 'true' },
    });
  };

  test('keep nobody from signing in while they wait to be drawn', async () => {
    const release = fill(drawings);
    let drawn = false;
    const sent = Promise.all([send(await picture()), send(await picture())]).finally(() => {
      drawn = true;
    });
    const entered = await signIn();
    expect([entered.cookies.some(({ name }) => name.includes('session-token')), drawn]).toEqual([true, false]);
    await release();
    expect((await sent).map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  });

  test('are bounded for each person by their pixels, and nobody else waits for it', async () => {
    await uploadBudget.countPixels(olga, 235_000_000);
    const reply = await send(await blank(3000, 3000).png().toBuffer());
    expect([reply.statusCode, Number(reply.headers['retry-after'])]).toEqual([
      429,
      expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60),
    ]);
    expect((await send(await picture(), 'otra')).statusCode).toBe(201);
    expect((await send(Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'))).statusCode).toBe(201); // nothing is drawn for it
  });

  test('of more pixels than are worth their time are refused unread, unless they can be read small', async () => {
    const [png, jpeg] = await Promise.all([
      blank(6300, 6300).png({ palette: true, colours: 2, compressionLevel: 1 }).toBuffer(),
      blank(6300, 6300).jpeg().toBuffer(),
    ]);
    expect(await send(png, 'otra')).toMatchObject({
      statusCode: 400,
      body: expect.stringContaining('La imagen tiene demasiados pixeles: el máximo son 16 millones.'),
    });
    expect((await send(jpeg, 'otra')).json()).toMatchObject({ width: 3000, height: 3000 });
    expect((await send(await blank(6400, 6400).jpeg().toBuffer(), 'otra')).statusCode).toBe(400);
  });
});
