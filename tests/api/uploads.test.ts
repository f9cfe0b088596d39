import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUploadBudget, type UploadShares } from '../../server/api/files/uploadBudget';
import { openWorld, type World } from './support/openWorld';
import { add, addPerson } from './support/world';

const shares: UploadShares = { files: 6, bytes: 10_000, megapixels: 240 };
let world: World, alfa: number;
beforeAll(async () => {
  world = await openWorld({ uploadBudget: createUploadBudget(shares), formSilentMs: 50 });
  alfa = await add.organization(world.pool, 'alfa');
  for (const name of ['olga', 'otto', 'nadia', 'mara']) await addPerson(world.pool, name, [{ org: alfa, profile: 'organizer' }]);
});
afterAll(() => world.close());

const edge = 'edge';
const pdf = (bytes: number): Buffer => {
  const head = '%PDF-1.4\n1 0 obj<<>>endobj\n',
    end = '\ntrailer<<>>\n%%EOF\n';
  return Buffer.from(`${head}%${'x'.repeat(bytes - head.length - end.length - 1)}${end}`);
};
const part = (name: string, data: Buffer | string, file?: string): Buffer =>
  Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n`),
    Buffer.from(file ? 'content-type: application/octet-stream\r\n\r\n' : '\r\n'),
    Buffer.from(data),
    Buffer.from('\r\n'),
  ]);
const post = (who: string, url: string, ...parts: readonly Buffer[]) =>
  world.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${who}@${alfa}`, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
  });
const send = (who: string, bytes: number, name = 'a.pdf') => post(who, '/api/upload', part('file', pdf(bytes), name));
const keptBy = async (who: string) =>
  (
    await world.pool.query<{ bytes: number; name: string }>(
      'select bytes::int as bytes, uploads.name from uploads join users on userid = uploads.created_by where asdeporteid = $1 order by uploads.created',
      [who],
    )
  ).rows;

describe('what one person sends', () => {
  test('is bounded by its bytes, says when to come again, keeps nothing of what it refuses, and is nobody else’s account', async () => {
    expect((await send('olga', 6000)).statusCode).toBe(201);
    const refused = await send('olga', 6000);
    expect([refused.statusCode, refused.json().message]).toEqual([429, expect.any(String)]);
    expect(Number(refused.headers['retry-after'])).toSatisfy((seconds: number) => seconds > 60 && seconds <= 600);
    expect((await keptBy('olga')).map(({ bytes }) => bytes)).toEqual([6000]);
    expect((await send('otto', 6000)).statusCode).toBe(201);
  });

  test('is bounded by how many files they are, however small', async () => {
    const answers: number[] = [];
    for (let each = 0; each < shares.files + 1; each += 1) answers.push((await send('nadia', 100)).statusCode);
    expect(answers).toEqual([...Array.from({ length: shares.files }, () => 201), 429]);
  });

  test('counts the same where files come along with a record, also those that the record does not take', async () => {
    const answers: number[] = [];
    for (let each = 0; each < 2; each += 1)
      answers.push((await post('mara', '/v2/organization/stores', part('img', pdf(6000), 'a.pdf'))).statusCode);
    expect(answers).toEqual([400, 429]);
  });
});

describe('a malformed form on which the parser stops', () => {
  test.each([
    ['/api/upload', 'x'],
    ['/v2/organization/stores', 'content-disposition: ;'],
    ['/v2/organization/stores', 'content-type: image/png'],
  ])('is refused instead of never answered: %s, %s', async (url, head) => {
    const stuck = Buffer.from(`--${edge}\r\n${head}\r\n\r\n${'a'.repeat(70_000)}\r\n`);
    const reply = await post('otto', url, stuck);
    expect([reply.statusCode, reply.json().errors]).toEqual([400, [expect.objectContaining({ code: 'FORM_BROKEN' })]]);
  });
});

describe('the name of a file', () => {
  let people = 0;
  test.each([
    ['Acta\u202efdp.pdf', 'Actafdp.pdf'],
    ['\u200eACTA\u2066 1\u2069.pdf', 'ACTA 1.pdf'],
    ['../../etc/acta.pdf', 'acta.pdf'],
    ['C:\\papeles\\acta.pdf', 'acta.pdf'],
    ['Acta\u0007 <de> hoy?.pdf', 'Acta de hoy.pdf'],
    [`${'🏃'.repeat(250)}.pdf`, `${'🏃'.repeat(196)}.pdf`],
  ])('%j is kept as %j', async (sent, kept) => {
    const who = `lara-${(people += 1)}`;
    await addPerson(world.pool, who, [{ org: alfa, profile: 'organizer' }]);
    expect((await send(who, 100, sent)).statusCode).toBe(201);
    expect((await keptBy(who)).map(({ name }) => name)).toEqual([kept]);
  });
});
