import type { FastifyInstance } from 'fastify';
import { compareTests } from '@/domain/bodyRanges';
import { inbody_measurements } from '@/resources/inbody_measurements/inbody_measurements';
import { web_users } from '@/resources/web_users/web_users';
import { partOf } from '@/schema/unknown';
import { noteReads } from '../../api/audit/noteReads';
import { readOne } from '../../api/list/readOne';
import { askedSelection } from '../../api/list/Selection';
import { readStored } from '../../api/list/stored';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { notFound } from '../../kernel/DomainError';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { drawInbody, type InbodyReport } from './drawInbody';

/** A test with an earlier one of the same person, for somebody who may read both; the reads are logged like those of the page. */
const readReport = async (tx: Transaction, id: number, earlier: number | null): Promise<Omit<InbodyReport, 'locale'>> => {
  const selection = askedSelection(inbody_measurements, ['web_userid']);
  const ids = earlier === null ? [id] : [id, earlier];
  const seen = [];
  for (const each of ids) seen.push(await readOne(tx, inbody_measurements, each, selection));
  await noteReads(
    tx,
    inbody_measurements,
    ids.map((inbodyid) => ({ inbodyid })),
  );
  const after = await readStored(tx, inbody_measurements, id);
  const before = earlier === null ? null : await readStored(tx, inbody_measurements, earlier);
  if (!after || (before && before.web_userid !== after.web_userid)) throw notFound();
  const person = await tx.asOwner(() => readStored(tx, web_users, after.web_userid));
  return {
    name: [person?.first_name, person?.last_name, person?.second_last_name].filter(Boolean).join(' '),
    after,
    before,
    measures: compareTests(after, before),
  };
};

/** The report of a test as a PDF, compared with another test of the person where `with` names one. Every request needs a token. */
export const inbodyRoutes = (app: FastifyInstance, deps: ApiDeps): void => {
  app.get(
    `/v2/${inbody_measurements.service}/${inbody_measurements.name}/:id/report`,
    { config: { givesFile: true, query: ['with'] } },
    async (request, reply) => {
      const call = callOf(request);
      const asked = Number(partOf(request.query, 'with'));
      const report = await inTransaction(deps, call, 'read', (tx) =>
        readReport(tx, keyOf(request), Number.isInteger(asked) && asked > 0 ? asked : null),
      );
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="inbody-${report.after.inbodyid}.pdf"`)
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-robots-tag', 'noindex')
        .send(await drawInbody({ ...report, locale: call.locale }));
    },
  );
};
