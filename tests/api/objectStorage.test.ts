import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createObjectStorages } from '../../server/adapters/objectStorage/createObjectStorages';
import type { ObjectStorage, ObjectStorages } from '../../server/adapters/objectStorage/ObjectStorage';
import { s3Storage } from '../../server/adapters/objectStorage/s3Storage';
import { runnerOf } from '../../server/kernel/runnerOf';
import { startS3Server, type S3Server } from '../support/s3Server';
import { openWorld, type Person, type World } from './support/openWorld';
import { add, addPerson } from './support/world';
import { formOf } from './support/formOf';

let world: World, server: S3Server, olga: Person, storages: ObjectStorages;
const longest = 3000;
beforeAll(async () => {
  server = await startS3Server();
  world = await openWorld({
    storages: {
      get taking() {
        return storages.taking;
      },
      named: (name) => storages.named(name),
    },
  });
  const house = await add.organization(world.pool, 'casa');
  await addPerson(world.pool, 'olga', [{ org: house, profile: 'organizer' }]);
  olga = world.as('olga', house);
});
afterAll(async () => {
  await world.close();
  await server.close();
});
beforeEach(() => {
  storages = createObjectStorages({ objectStorage: server.address }, world.pool);
});
afterEach(() => server.fail(undefined));

describe.each(['local', 's3'] as const)('the %s storage', (name) => {
  let storage: ObjectStorage;
  beforeEach(() => {
    storage = storages.named(name)!;
  });
  const read = async (key: string): Promise<Buffer | null> => {
    const found = await storage.get(key);
    return found && buffer(found);
  };
  test('says its name and gives back the bytes that it took', async () => {
    const data = randomBytes(longest);
    await storage.put({ key: `${name}-1.bin`, mime: 'application/pdf', data });
    expect([storage.name, await read(`${name}-1.bin`)]).toEqual([name, data]);
  });
  test('takes the same key again, for a process that did not hear the answer', async () => {
    for (const text of ['first', 'second']) await storage.put({ key: `${name}-2.txt`, mime: 'text/csv', data: Buffer.from(text) });
    expect(String(await read(`${name}-2.txt`))).toBe('second');
  });
  test('has nothing under a key that was never given, or was removed, even twice', async () => {
    expect(await storage.get(`${name}-3.bin`)).toBeNull();
    await storage.put({ key: `${name}-3.bin`, mime: 'image/png', data: Buffer.from('x') });
    await storage.remove(`${name}-3.bin`);
    await storage.remove(`${name}-3.bin`);
    expect(await storage.get(`${name}-3.bin`)).toBeNull();
  });
  test('gives back a large file whole', async () => {
    const data = randomBytes(20 * 1024 * 1024);
    await storage.put({ key: `${name}-4.bin`, mime: 'application/pdf', data });
    expect((await read(`${name}-4.bin`))?.equals(data)).toBe(true);
  });
  test('keeps keys with signs apart', async () => {
    await storage.put({ key: `${name} ñ+&=/(1).bin`, mime: 'image/png', data: Buffer.from('signs') });
    expect([String(await read(`${name} ñ+&=/(1).bin`)), await storage.get(`${name} ñ `)]).toEqual(['signs', null]);
  });
});

describe('the bucket', () => {
  test('gets what it is given under its folder, with its type', async () => {
    await storages.taking.put({ key: 'a.pdf', mime: 'application/pdf', data: Buffer.from('%PDF') });
    expect(server.objects.get('dorsal/a.pdf')).toEqual({ data: Buffer.from('%PDF'), mime: 'application/pdf' });
  });
  test.each([
    ['another secret', (address: string) => address.replace(/:a%2Fsecret[^@]*/, ':another'), 'SignatureDoesNotMatch'],
    ['another key', (address: string) => address.replace('test-key', 'stranger'), 'InvalidAccessKeyId'],
    ['another region', (address: string) => address.replace('mx-central-1', 'us-east-1'), 'AuthorizationHeaderMalformed'],
  ])('refuses %s, and the failure names the reason and no secret', async (_what, changed, code) => {
    const stranger = s3Storage(changed(server.address));
    await expect(stranger.put({ key: 'b.pdf', mime: 'application/pdf', data: Buffer.from('%PDF') })).rejects.toThrow(
      new Error(`the object storage answered 403 ${code}`),
    );
    await expect(stranger.get('a.pdf')).rejects.toThrow(`403 ${code}`);
    await expect(stranger.remove('a.pdf')).rejects.toThrow(`403 ${code}`);
    expect([server.objects.has('dorsal/b.pdf'), server.denials.at(-1)]).toEqual([false, code]);
  });
  test('that is away fails at once, however it is asked', async () => {
    server.fail(503);
    await expect(storages.taking.put({ key: 'c', mime: 'image/png', data: Buffer.from('x') })).rejects.toThrow(
      'the object storage answered 503 SlowDown',
    );
    await expect(storages.taking.get('a.pdf')).rejects.toThrow('503');
  });
});

describe('an upload', () => {
  const send = async (data: Buffer, name: string) => {
    return world.app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: olga.authorization },
      payload: formOf({ name: 'file', data, file: name }),
    });
  };
  const picture = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
  const rows = async (): Promise<number> => Number((await world.pool.query('select count(*) as count from uploads')).rows[0].count);
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

  test.each(['local', 's3'] as const)(
    'kept in the %s storage is read alike: its address opens it, its type and the way it is saved are ours',
    async (name) => {
      storages = { ...storages, taking: storages.named(name)! };
      const { url, size } = (await send(pdf, 'ruta.pdf')).json();
      const reply = await world.app.inject({ url });
      expect([reply.statusCode, reply.rawPayload.equals(pdf), reply.headers['content-length'], reply.headers['content-type']]).toEqual([
        200,
        true,
        String(size),
        'application/pdf',
      ]);
      expect(reply.headers).toMatchObject({
        'content-disposition': expect.stringContaining('attachment; filename='),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-robots-tag': 'noindex',
        'cache-control': 'private, max-age=3600',
      });
      expect((await world.pool.query('select storage from uploads where uploadid = $1', [url.slice('/api/upload/'.length)])).rows).toEqual([
        { storage: name },
      ]);
      expect((await world.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    },
  );
  test('has its bytes in the bucket and not in the database', async () => {
    const { url } = (await send(await picture(), 'a.png')).json();
    const key = url.slice('/api/upload/'.length);
    expect([
      server.objects.has(`dorsal/${key}`),
      (await world.pool.query('select 1 from stored_objects where object_key = $1', [key])).rowCount,
    ]).toEqual([true, 0]);
  });
  test('that was made before there was a bucket is still read', async () => {
    const bucket = storages;
    storages = createObjectStorages({ objectStorage: undefined }, world.pool);
    const { url } = (await send(pdf, 'vieja.pdf')).json();
    storages = bucket;
    expect((await world.app.inject({ url })).rawPayload.equals(pdf)).toBe(true);
  });
  test("in a bucket that is no longer configured is an outage and not somebody else's file", async () => {
    const { url } = (await send(pdf, 'ruta.pdf')).json();
    storages = createObjectStorages({ objectStorage: undefined }, world.pool);
    expect((await world.app.inject({ url })).statusCode).toBe(503);
  });
  test('that the bucket does not take says so on the file, in the language of the person, and leaves nothing', async () => {
    const before = [await rows(), server.objects.size];
    server.fail(500);
    const reply = await send(pdf, 'ruta.pdf');
    const message = 'El almacén de archivos no responde. Inténtalo de nuevo en unos minutos.';
    expect(reply.json()).toMatchObject({ statusCode: 503, message, errors: [{ path: 'file', message }] });
    expect([await rows(), server.objects.size]).toEqual(before);
    server.fail(undefined);
    expect((await send(pdf, 'ruta.pdf')).statusCode).toBe(201);
  });
  test('that cannot be written down takes its bytes away again', async () => {
    const before = [await rows(), server.objects.size];
    const revoke = (on: boolean) =>
      world.pool.query(on ? 'revoke insert on uploads from dorsal_tenant' : 'grant insert on uploads to dorsal_tenant');
    await revoke(true);
    try {
      expect((await send(pdf, 'ruta.pdf')).statusCode).toBe(500);
    } finally {
      await revoke(false);
    }
    expect([await rows(), server.objects.size]).toEqual(before);
  });
  test('cannot be read while the bucket is away, and is there when it comes back', async () => {
    const { url } = (await send(pdf, 'ruta.pdf')).json();
    server.fail(503);
    expect((await world.app.inject({ url })).statusCode).toBe(503);
    server.fail(undefined);
    expect((await world.app.inject({ url })).statusCode).toBe(200);
  });
  test('of nobody known, or of the wrong kind, never reaches the bucket', async () => {
    const before = server.objects.size;
    expect((await world.app.inject({ method: 'POST', url: '/api/upload', payload: '' })).statusCode).toBe(401);
    expect((await send(Buffer.from('<script>'), 'a.html')).statusCode).toBe(415);
    expect(server.objects.size).toBe(before);
  });
});

describe.each(['local', 's3'] as const)('pieces in the %s storage', (name) => {
  const pieces = () => storages.named(name)!.pieces!;
  const runner = () => runnerOf(world.pool);
  const write = async (key: string, data: Buffer): Promise<void> => {
    const upload = await pieces().begin(runner(), { key, mime: 'text/csv' });
    for (let at = 0, piece = 1; at < data.length; at += pieces().pieceBytes, piece += 1)
      await pieces().put(runner(), upload, piece, data.subarray(at, at + pieces().pieceBytes));
    await pieces().finish(runner(), upload);
  };
  test('come to the same bytes, whole and from any place to any other', async () => {
    const data = randomBytes(pieces().pieceBytes * 2 + 17),
      key = `${name}-large.csv`;
    await write(key, data);
    const { pieceBytes } = pieces();
    for (const [from, to] of [
      [0, data.length - 1],
      [0, 0],
      [pieceBytes - 1, pieceBytes],
      [pieceBytes, pieceBytes * 2 - 1],
      [data.length - 5, data.length - 1],
    ] as const)
      expect((await buffer(pieces().read(key, from, to))).equals(data.subarray(from, to + 1))).toBe(true);
    await pieces().drop(runner(), { key, upload: key });
    await expect(buffer(pieces().read(key, 0, 10))).rejects.toThrow(/gone|404/);
  });
  test('that were begun and never finished leave nothing when they are dropped', async () => {
    const key = `${name}-broken.csv`;
    const upload = await pieces().begin(runner(), { key, mime: 'text/csv' });
    await pieces().put(runner(), upload, 1, Buffer.from('half'));
    await pieces().drop(runner(), upload);
    expect(server.uploads.size).toBe(0);
    await expect(buffer(pieces().read(key, 0, 3))).rejects.toThrow(/gone|404/);
  });
});
