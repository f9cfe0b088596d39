import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const keyId = 'test-key',
  secret = 'a/secret+with=signs',
  region = 'mx-central-1',
  bucket = 'files',
  longestSkewMs = 15 * 60_000;
const ok = 200,
  gone = 204,
  denied = 403,
  missing = 404;

interface Kept {
  readonly data: Buffer;
  readonly mime: string;
}
/** A server of the S3 protocol with one bucket, which believes nothing that is not signed. */
export interface S3Server {
  /** Its address with everything that opens it, as the product is configured with. */
  readonly address: string;
  readonly objects: ReadonlyMap<string, Kept>;
  /** From now on it answers everything with this status; undefined ends the outage. */
  readonly fail: (status: number | undefined) => void;
  /** Uploads in parts that were begun and neither completed nor abandoned. */
  readonly uploads: ReadonlyMap<string, unknown>;
  /** Why it denied the requests that it denied. */
  readonly denials: readonly string[];
  readonly close: () => Promise<void>;
}

const sha = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4 as its specification tells it, step by step, from what came over the wire. */
const denialOf = (request: IncomingMessage, body: Buffer): string | null => {
  const [, id, date, where, service, signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  if (id !== keyId) return 'InvalidAccessKeyId';
  if (where !== region || service !== 's3') return 'AuthorizationHeaderMalformed';
  const at = String(request.headers['x-amz-date']);
  const moment = Date.parse(at.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!at.startsWith(date ?? '-') || !(Math.abs(Date.now() - moment) < longestSkewMs)) return 'RequestTimeTooSkewed';
  const names = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  if (request.headers['x-amz-content-sha256'] !== sha(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', 'http://s3');
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(escaped).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    sha(body),
  ].join('\n');
  const key = ['s3', 'aws4_request'].reduce((made: Buffer, part) => mac(made, part), mac(mac(`AWS4${secret}`, date ?? ''), region));
  const expected = mac(key, ['AWS4-HMAC-SHA256', at, `${date}/${region}/s3/aws4_request`, sha(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
};

const say = (reply: ServerResponse, status: number, code: string): void =>
  void reply.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);

const leastPart = 5 * 1024 * 1024;
/** Multipart uploads as a bucket does them: no part below 5 MiB but the last, and nothing is there before it is complete. */
const multipart = (objects: Map<string, Kept>) => {
  const uploads = new Map<string, Map<number, Buffer>>();
  const tag = (data: Buffer): string => `&quot;${sha(data).slice(0, 32)}&quot;`;
  return {
    uploads,
    answer: (request: IncomingMessage, reply: ServerResponse, key: string, body: Buffer): boolean => {
      const { searchParams } = new URL(request.url ?? '/', 'http://s3');
      const id = searchParams.get('uploadId');
      const write = (status: number, text = ''): true => {
        reply.writeHead(status, { 'content-type': 'application/xml' }).end(text);
        return true;
      };
      if (searchParams.has('uploads')) {
        const made = `upload-${uploads.size + 1}`;
        uploads.set(made, new Map());
        return write(ok, `<InitiateMultipartUploadResult><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`);
      }
      if (id === null) return false;
      const parts = uploads.get(id);
      if (!parts) return write(missing, '<Error><Code>NoSuchUpload</Code></Error>');
      if (request.method === 'PUT') parts.set(Number(searchParams.get('partNumber')), body);
      const all = [...parts].sort(([one], [other]) => one - other);
      if (request.method === 'GET')
        return write(
          ok,
          `<ListPartsResult><IsTruncated>false</IsTruncated>${all.map(([number, data]) => `<Part><PartNumber>${number}</PartNumber><ETag>${tag(data)}</ETag></Part>`).join('')}</ListPartsResult>`,
        );
      if (request.method === 'DELETE') uploads.delete(id);
      if (request.method === 'POST') {
        const named = all.every(([number, data]) =>
          body.toString().includes(`<PartNumber>${number}</PartNumber><ETag>${tag(data)}</ETag>`),
        );
        if (!named || all.slice(0, -1).some(([, data]) => data.length < leastPart))
          return write(denied, '<Error><Code>InvalidPart</Code></Error>');
        objects.set(key, { data: Buffer.concat(all.map(([, data]) => data)), mime: '' });
        uploads.delete(id);
        return write(ok, '<CompleteMultipartUploadResult/>');
      }
      return write(request.method === 'DELETE' ? gone : ok);
    },
  };
};

/** Starts it on a free port of this machine. */
export const startS3Server = async (): Promise<S3Server> => {
  const objects = new Map<string, Kept>(),
    denials: string[] = [];
  const { uploads, answer: answerParts } = multipart(objects);
  let failing: number | undefined;
  const answer = (request: IncomingMessage, reply: ServerResponse, body: Buffer): void => {
    if (failing !== undefined) return say(reply, failing, 'SlowDown');
    const denial = denialOf(request, body);
    if (denial) {
      denials.push(denial);
      return say(reply, denied, denial);
    }
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://s3').pathname);
    if (!path.startsWith(`/${bucket}/`)) return say(reply, missing, 'NoSuchBucket');
    const key = path.slice(bucket.length + 2),
      kept = objects.get(key);
    if (answerParts(request, reply, key, body)) return;
    if (request.method === 'PUT') objects.set(key, { data: body, mime: String(request.headers['content-type']) });
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'GET') return void reply.writeHead(request.method === 'PUT' ? ok : gone).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (kept && from !== undefined) return void reply.writeHead(206).end(kept.data.subarray(Number(from), Number(to) + 1));
    return kept
      ? void reply.writeHead(ok, { 'content-type': kept.mime, 'content-length': kept.data.length }).end(kept.data)
      : say(reply, missing, 'NoSuchKey');
  };
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => answer(request, reply, Buffer.concat(parts)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${keyId}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}/dorsal?region=${region}`,
    objects,
    uploads,
    denials,
    fail: (status) => {
      failing = status;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
