import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { send } from './answers';

interface PageForms {
  /** The name of the pages in the log. */
  readonly name: string;
  /** The most bytes of a form without its files. */
  readonly formBytes: number;
  readonly fields: number;
  readonly files: number;
  /** The page that says why a request was not done. */
  readonly problem: (request: FastifyRequest, name: 'tooMany' | 'broken' | 'failed') => string;
}
const fileBytes = 8 * 1024 * 1024;

/** Lets the pages of a scope take forms of fields, also with files; every failure is a page too. */
export const takePageForms = async (app: FastifyInstance, { name, formBytes, fields, files, problem }: PageForms): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  await app.register(multipart, { limits: { files, fields, fieldSize: formBytes, fileSize: fileBytes } });
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return send(reply, problem(request, status === 429 ? 'tooMany' : 'broken'), status);
    request.log.error({ err: error }, name);
    return send(reply, problem(request, 'failed'), 503);
  });
};
