import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientRoutes } from '@server/client';
import { readConfig } from '@server/config';
import { compressFiles } from '../../scripts/lib/compressFiles.mjs';

const script = `export const words = ${JSON.stringify(Array.from({ length: 400 }, (_, at) => `word ${at}`))};\n`;
let folder: string, app: FastifyInstance;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dorsal-client-'));
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Dorsal</title>');
  writeFileSync(join(assets, 'a.js'), script);
  compressFiles(assets);
  app = Fastify();
  clientRoutes(app, readConfig({}), { clientDir: folder, localesDir: join(process.cwd(), 'locales') });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (name: string, encodings: string) => app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encodings } });

describe('a file of the built client', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is sent as the build compressed it: %s', async (encoding, accepted, unpack) => {
    const { headers, rawPayload } = await ask('a.js', accepted);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(Number(headers['content-length'])).toBe(rawPayload.length);
    expect(unpack(rawPayload).toString()).toBe(script);
  });
  test('is sent as it is to a client that unpacks nothing', async () => {
    const { statusCode, headers, payload } = await ask('a.js', 'identity');
    expect([statusCode, headers['content-encoding'], payload]).toEqual([200, undefined, script]);
  });
  test('has no address of its own in its compressed form', async () => {
    expect((await ask('a.js.br', 'identity')).statusCode).toBe(404);
  });
});
