import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { outsideService } from '../outsideService';
import type { ObjectStorage, Pieces } from './ObjectStorage';

const answerMs = 30_000,
  found = 200,
  partial = 206,
  missing = 404;
const emptyHash = createHash('sha256').digest('hex');

/** The headers of an answer must come in time; reading the body may take as long as it needs. */
const answered = async (request: Request): Promise<Response> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error('the object storage did not answer in time')), answerMs);
  try {
    return await fetch(request, { redirect: 'error', signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
};
const refused = async (response: Response): Promise<Error> => {
  const [code = ''] = /(?<=<Code>)\w{1,60}/.exec(await response.text().catch(() => '')) ?? [];
  return new Error(`the object storage answered ${response.status} ${code}`.trim());
};
const done = async (response: Response): Promise<void> => {
  if (!response.ok) throw await refused(response);
  await response.body?.cancel();
};

type Ask = (
  method: 'PUT' | 'GET' | 'DELETE' | 'POST',
  key: string,
  more?: {
    readonly object?: { readonly mime: string; readonly data: Buffer };
    /** What follows the address, with its question mark. */
    readonly query?: string;
    readonly range?: string;
  },
) => Promise<Response>;

/** The parts of one upload; a bucket takes none below 5 MiB but the last, and at most 10,000 of them. */
const partBytes = 8 * 1024 * 1024;
const xml = 'application/xml';
const named = (text: string, name: string): string => {
  const [value] = new RegExp(`(?<=<${name}>)[^<]+`).exec(text) ?? [];
  if (value === undefined) throw new Error(`the object storage answered no ${name}`);
  return value;
};
const readable = (body: NonNullable<Response['body']>): Readable => Readable.fromWeb(body as ReadableStream<Uint8Array>);
async function* rangeOf(ask: Ask, key: string, from: number, to: number): AsyncGenerator<Uint8Array> {
  const response = await ask('GET', key, { range: `bytes=${from}-${to}` });
  if (response.status !== partial || !response.body) throw await refused(response);
  yield* readable(response.body);
}
/** Multipart uploads; what they are made of is asked of the bucket itself, so that nothing has to be remembered. */
const s3Pieces = (ask: Ask): Pieces => {
  const at = (upload: string, more = ''): string => `?${more}uploadId=${encodeURIComponent(upload)}`;
  const partsOf = async (key: string, upload: string, after = '0'): Promise<string> => {
    const response = await ask('GET', key, { query: `?part-number-marker=${after}&uploadId=${encodeURIComponent(upload)}` });
    if (!response.ok) throw await refused(response);
    const text = await response.text();
    const parts = [...text.matchAll(/<Part>.*?<\/Part>/gs)].map(
      ([part]) => `<Part><PartNumber>${named(part, 'PartNumber')}</PartNumber><ETag>${named(part, 'ETag')}</ETag></Part>`,
    );
    const isMore = /<IsTruncated>true</.test(text);
    return parts.join('') + (isMore ? await partsOf(key, upload, named(text, 'NextPartNumberMarker')) : '');
  };
  return {
    pieceBytes: partBytes,
    begin: async (_runner, { key, mime }) => {
      const response = await ask('POST', key, { query: '?uploads=', object: { mime, data: Buffer.alloc(0) } });
      if (!response.ok) throw await refused(response);
      return { key, upload: named(await response.text(), 'UploadId') };
    },
    put: async (_runner, { key, upload }, piece, data) =>
      done(
        await ask('PUT', key, {
          query: at(upload, `partNumber=${piece}&`),
          object: { mime: 'application/octet-stream', data },
        }),
      ),
    finish: async (_runner, { key, upload }) => {
      const list = `<CompleteMultipartUpload>${await partsOf(key, upload)}</CompleteMultipartUpload>`;
      const response = await ask('POST', key, { query: at(upload), object: { mime: xml, data: Buffer.from(list) } });
      const text = await response.text();
      if (!response.ok || text.includes('<Error>')) throw new Error(`the object storage did not put ${key} together: ${response.status}`);
    },
    drop: async (_runner, { key, upload }) => {
      for (const query of [at(upload), '']) {
        const response = await ask('DELETE', key, { query });
        if (response.status !== missing) await done(response);
      }
    },
    read: (key, from, to) => Readable.from(rangeOf(ask, key, from, to), { objectMode: false }),
  };
};

/**
 * A bucket behind an address such as `https://key:secret@s3.example.com/bucket?region=us-east-1`, by the S3 protocol: path-style
 * addresses, signature version 4 over every byte.
 *
 * The rest of the path after the bucket is a prefix of every key. Redirects are not followed, because they would send the files
 * elsewhere.
 */
export const s3Storage = (address: string): ObjectStorage => {
  const { base, user, secret, option } = outsideService(address);
  const client = new AwsClient({ accessKeyId: user, secretAccessKey: secret, service: 's3', region: option('region') ?? 'us-east-1' });
  const ask: Ask = async (method, key, { object, query = '', range } = {}) =>
    answered(
      await client.sign(`${base}/${key.split('/').map(encodeURIComponent).join('/')}${query}`, {
        method,
        ...(object && { body: object.data as Buffer<ArrayBuffer> }),
        headers: {
          'x-amz-content-sha256': object ? createHash('sha256').update(object.data).digest('hex') : emptyHash,
          ...(object && { 'content-type': object.mime }),
          ...(range && { range }),
        },
      }),
    );
  return {
    name: 's3',
    put: async ({ key, mime, data }) => done(await ask('PUT', key, { object: { mime, data } })),
    get: async (key) => {
      const response = await ask('GET', key);
      if (response.status === missing) return response.body?.cancel().then(() => null) ?? null;
      if (response.status !== found || !response.body) throw await refused(response);
      return readable(response.body);
    },
    remove: async (key) => {
      const response = await ask('DELETE', key);
      if (response.status !== missing) await done(response);
    },
    pieces: s3Pieces(ask),
  };
};
