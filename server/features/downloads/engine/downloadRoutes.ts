import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyResource } from '@/schema';
import { homeZone } from '@/schema/homeZone';
import type { ApiDeps } from '../../../kernel/ApiDeps';
import { callOf } from '../../../kernel/callOf';
import { invalid, notFound } from '../../../kernel/DomainError';
import type { Call } from '../../../kernel/transaction';
import { askedBody, askedShape, type Asked, type DownloadFormat } from './Asked';
import { fileHeaders } from './fileHeaders';
import { formats } from './formats';
import { makeAtOnce, titleOf } from './makeAtOnce';

const dayNow = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: homeZone }).format(new Date());
/** `Inscripciones 2026-11-25.csv`. */
export const fileName = (title: string, format: DownloadFormat): string => `${title} ${dayNow()}.${formats[format].extension}`;

const parsed = (request: FastifyRequest): { readonly asked: Asked; readonly format: DownloadFormat } => {
  const judged = askedBody.safeParse(request.body ?? {});
  if (!judged.success) throw invalid(judged.error.issues.map(({ path }) => ({ path: path.join('.'), code: 'INVALID_VALUE' })));
  const { format, ...asked } = judged.data;
  return { asked: askedShape.parse(asked), format };
};

interface Address {
  readonly Params: { readonly service: string; readonly resource: string };
}
/** A list that is too long to wait for. */
export interface LongList {
  readonly resource: AnyResource;
  readonly asked: Asked;
  readonly format: DownloadFormat;
  /** How many rows there are, where that is known. */
  readonly rows?: number;
}
/** What is done with it; its answer is the answer of the request. */
export type AskLater = (call: Call, list: LongList) => Promise<unknown>;

/** `POST /v2/<service>/<resource>/download`: a list as a file, at once where it is short; otherwise 202 with the record of the download center that makes it. */
export const downloadRoutes = (app: FastifyInstance, deps: ApiDeps, later: AskLater): void => {
  app.post<Address>('/v2/:service/:resource/download', async (request, reply) => {
    const resource = deps.registry.find(request.params.resource);
    if (!resource || resource.service !== request.params.service) throw notFound();
    const { asked, format } = parsed(request);
    const call = callOf(request);
    if (asked.archive) return reply.code(202).send(await later(call, { resource, asked, format: 'csv' }));
    const made = await makeAtOnce({ deps, call, resource, asked, format });
    if (!Buffer.isBuffer(made)) return reply.code(202).send(await later(call, { resource, asked, format, rows: made.rows }));
    return fileHeaders(reply, formats[format].mime, fileName(titleOf(deps, resource, call.locale), format)).send(made);
  });
};
