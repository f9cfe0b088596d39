import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { outsideService } from '../outsideService';
import type { ObjectStorage } from './ObjectStorage';

const answerMs = 30_000,
  found = 200,
  missing = 404;
const emptyHash = createHash('sha256').digest('hex');

/** Asks for the head of an answer in time; a body that has begun may take as long as its reader does. */
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

/**
 * A bucket behind an address such as `https://key:secret@s3.example.com/bucket?region=us-east-1`, by the S3 protocol: path-style addresses, signature version 4 over every byte.
 *
 * What follows the bucket in the path comes before every key; redirects are not followed, since they would carry the files elsewhere.
 */
export const s3Storage = (address: string): ObjectStorage => {
  const { base, user, secret, option } = outsideService(address);
  const client = new AwsClient({ accessKeyId: user, secretAccessKey: secret, service: 's3', region: option('region') ?? 'us-east-1' });
  const ask = async (
    method: 'PUT' | 'GET' | 'DELETE',
    key: string,
    object?: { readonly mime: string; readonly data: Buffer<ArrayBuffer> },
  ): Promise<Response> =>
    answered(
      await client.sign(`${base}/${key.split('/').map(encodeURIComponent).join('/')}`, {
        method,
        ...(object && { body: object.data }),
        headers: {
          'x-amz-content-sha256': object ? createHash('sha256').update(object.data).digest('hex') : emptyHash,
          ...(object && { 'content-type': object.mime }),
        },
      }),
    );
  return {
    name: 's3',
    put: async ({ key, mime, data }) => done(await ask('PUT', key, { mime, data: data as Buffer<ArrayBuffer> })),
    get: async (key) => {
      const response = await ask('GET', key);
      if (response.status === missing) return response.body?.cancel().then(() => null) ?? null;
      if (response.status !== found || !response.body) throw await refused(response);
      return Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
    },
    remove: async (key) => {
      const response = await ask('DELETE', key);
      if (response.status !== missing) await done(response);
    },
  };
};
