import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { report_jobs } from '@/resources/report_jobs/report_jobs';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import type { DownloadFormat } from './engine/Asked';
import { fileHeaders } from './engine/fileHeaders';
import { reaches } from '../../api/list/visible';
import { report_files } from '../../database/tables';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, DomainError, notFound } from '../../kernel/DomainError';
import { inMemberTransaction } from '../../kernel/memberTransaction';
import { localeOf } from '../../kernel/messages';
import { fingerprint, sameText } from '../../kernel/secrets';
import { execute, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { readAsked } from './making';
import { rangeOf, type Range } from './rangeOf';

const j = columnsOf(report_jobs);
const f = columnsOf(report_files);
const report = {
  report_jobid: j.report_jobid,
  status: value<string>(sql`${j.status}`),
  format: value<DownloadFormat>(sql`${j.format}`),
  name: value<string>(sql`coalesce(${j.name}, '')`),
  file_key: j.file_key,
  sha256: j.sha256,
  day: value<string>(sql`to_char(${j.created} at time zone 'America/Mexico_City', 'YYYY-MM-DD')`),
  isOver: value<boolean>(sql`coalesce(${j.expires_at} < now(), false)`),
};
interface Found {
  readonly fileName: string;
  readonly mime: string;
  readonly sha256: string;
  readonly key: string;
  readonly storage: string;
  readonly bytes: number;
}

/** The file of a report, for a person who reads its record and would get the same file with the keys of this moment. */
const findFile = async (tx: Transaction, deps: ApiDeps, id: number): Promise<Found> => {
  if (!Number.isSafeInteger(id) || !(await reaches(tx, report_jobs, id, 'show'))) throw notFound();
  const found = await selectOne(tx, report, sql`from ${j} where ${j.report_jobid} = ${id}`);
  if (!found || found.file_key === null || found.sha256 === null || found.status !== 'done')
    throw conflict(found?.status === 'expired' ? 'DOWNLOAD_EXPIRED' : 'DOWNLOAD_NOT_READY');
  const { file_key: key, sha256 } = found;
  const file = await tx.asOwner(() =>
    selectOne(
      tx,
      { storage: f.storage, bytes: f.bytes, mime: f.mime },
      sql`from ${f} where ${f.file_key} = ${key} and ${f.dropped_at} is null`,
    ),
  );
  if (found.isOver || !file || file.bytes === null) throw conflict('DOWNLOAD_EXPIRED');
  const asked = await readAsked(tx, deps, found);
  if (asked.plan.sight !== asked.sight) throw new DomainError('DOWNLOAD_SEES_LESS');
  return {
    ...found,
    key,
    sha256,
    storage: file.storage,
    bytes: file.bytes,
    mime: file.mime,
    fileName: `${found.name} ${found.day}.${key.split('.').at(-1)}`, // the end of the key says what the file is
  };
};

const linkSeconds = 15 * 60,
  secondMs = 1000;
/** What opens a file without a token for a quarter of an hour: a browser saves what it follows piece by piece, and goes on where it broke off. */
interface Ticket {
  readonly report_jobid: number;
  readonly userid: number;
  readonly organizationid: number;
  readonly until: number;
}
const numbersOf = ({ report_jobid, userid, organizationid, until }: Ticket): string =>
  [report_jobid, userid, organizationid, until].join('-');
const tickets = (secret: string) => {
  const seal = (numbers: string): string => fingerprint(secret, 'file of a report', numbers);
  return {
    write: (ticket: Ticket): string => `${numbersOf(ticket)}.${seal(numbersOf(ticket))}`,
    read: (text: string): Ticket | null => {
      const [numbers = '', mark = ''] = text.split('.');
      const [report_jobid = 0, userid = 0, organizationid = 0, until = 0] = numbers.split('-').map(Number);
      return sameText(mark, seal(numbers)) && until > Date.now() ? { report_jobid, userid, organizationid, until } : null;
    },
  };
};

const note = (tx: Transaction, id: number, ip: string): Promise<void> =>
  tx.asOwner(() =>
    execute(
      tx,
      sql`update ${j} set ${j.downloads} = (select coalesce(jsonb_agg(e order by n), '[]') from (select e, n from jsonb_array_elements(coalesce(${j.downloads}, '[]')) with ordinality x(e, n) order by n desc limit 199) kept(e, n))
            || jsonb_build_array(jsonb_build_object('at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', ${tx.userName}::text, 'ip', ${ip.slice(0, 64)}::text))
           where ${j.report_jobid} = ${id}`,
    ),
  );

const serve = (
  reply: FastifyReply,
  storages: ObjectStorages,
  { fileName, mime, sha256, key, storage, bytes }: Found,
  range: Range | null,
) => {
  const pieces = storages.named(storage)?.pieces;
  if (!pieces) throw new Error(`no object storage is called "${storage}"`);
  const { from, to } = range ?? { from: 0, to: bytes - 1 };
  fileHeaders(reply, mime, fileName)
    .header('accept-ranges', 'bytes')
    .header('etag', `"${sha256}"`)
    .header('content-length', Math.max(0, to - from + 1));
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${bytes}`);
  return reply.send(pieces.read(key, from, to));
};

interface FileOptions {
  readonly secret: string;
  readonly storages: ObjectStorages;
}
/** The files of the download center: `POST .../report_jobs/:id/link` answers an address, which then gives the file, or a range of it. */
export const fileRoutes = (app: FastifyInstance, deps: ApiDeps, { secret, storages }: FileOptions): void => {
  const { write, read } = tickets(secret);
  app.post('/v2/general/report_jobs/:id/link', (request) => {
    const id = keyOf(request);
    return inTransaction(deps, callOf(request), 'read', async (tx) => {
      const { bytes, sha256, fileName } = await findFile(tx, deps, id);
      const { userid, organizationid } = tx.grants;
      const ticket = write({ report_jobid: id, userid, organizationid: organizationid ?? 0, until: Date.now() + linkSeconds * secondMs });
      return { url: `/v2/general/report_files/${ticket}`, seconds: linkSeconds, bytes, sha256, name: fileName };
    });
  });
  app.get<{ Params: { readonly ticket: string } }>(
    '/v2/general/report_files/:ticket',
    async (request: FastifyRequest<{ Params: { readonly ticket: string } }>, reply) => {
      const ticket = read(request.params.ticket);
      if (!ticket) throw notFound();
      const asked = { ...ticket, locale: localeOf(request.headers['accept-language']), requestId: request.id };
      const [found, range] = await inMemberTransaction(deps, asked, async (tx) => {
        const file = await findFile(tx, deps, ticket.report_jobid);
        const part = rangeOf(request.headers, file);
        if (part === null || part.from === 0) await note(tx, ticket.report_jobid, request.ip);
        return [file, part] as const;
      });
      return serve(reply, storages, found, range);
    },
  );
};
