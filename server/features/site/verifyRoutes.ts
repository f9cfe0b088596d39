import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { certificate_templates } from '@/resources/certificate_templates/certificate_templates';
import type { ObjectStorages } from '../../adapters/objectStorage/ObjectStorage';
import { readStored } from '../../api/list/stored';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { runnerOf } from '../../kernel/runnerOf';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { fingerprintOf } from '../certificates/certificateContent';
import { drawCertificate, type Print } from '../certificates/drawCertificate';
import { countDownload, readCertificate } from '../certificates/readCertificate';
import { readLayout } from '../certificates/readLayout';
import { factsForTest, readTestPrint } from '../certificates/testPrint';
import type { Frame } from './siteFrame';
import { noCertificatePage, resultOf, verifyPage } from './verifyPage';

interface VerifyOptions {
  readonly frameOf: (request: FastifyRequest) => Frame;
  readonly policy: string;
  readonly storages: ObjectStorages;
  readonly secret: string;
}
const sendPage = (reply: FastifyReply, policy: string, html: string, { status = 200, isListed = false } = {}): FastifyReply =>
  (isListed ? reply : reply.header('x-robots-tag', 'noindex'))
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html);
const sendFile = (reply: FastifyReply, name: string, data: Buffer): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `inline; filename="${name}"`)
    .type('application/pdf')
    .send(data);

/** `/verify/:serial`: whether a certificate holds, and its file, which is drawn when somebody asks for it. */
export const verifyRoutes = (app: FastifyInstance, deps: ApiDeps, { frameOf, policy, storages, secret }: VerifyOptions): void => {
  const print = async (request: FastifyRequest, reply: FastifyReply, asked: Asked | null): Promise<FastifyReply> => {
    const layout = asked && (await readLayout({ runner: runnerOf(deps.pool), storages }, asked.templateid));
    if (!asked || !layout) return sendPage(reply, policy, noCertificatePage(frameOf(request)), { status: 404 });
    return sendFile(reply, `${asked.print.serial}.pdf`, await drawCertificate(layout, asked.print));
  };
  app.get<{ Params: { readonly serial: string } }>('/verify/:serial', async (request, reply) => {
    const frame = frameOf(request);
    const found = await inSystemTransaction(deps, (tx) => readCertificate(tx, request.params.serial.slice(0, 24)));
    return found
      ? sendPage(reply, policy, verifyPage(frame, found), { isListed: resultOf(found.certificate) !== null })
      : sendPage(reply, policy, noCertificatePage(frame), { status: 404 });
  });
  app.get<{ Params: { readonly serial: string } }>('/verify/:serial/certificate.pdf', async (request, reply) => {
    const asked = await inSystemTransaction(deps, async (tx) => {
      const found = await readCertificate(tx, request.params.serial.slice(0, 24));
      const facts = found?.certificate.facts;
      if (!found || !facts || found.certificate.status !== 'valid') return null;
      const { certificate } = found;
      if (certificate.isNameHidden) return 'hidden' as const;
      await countDownload(tx, certificate.certificateid);
      const sheet: Print = {
        facts,
        serial: certificate.serial,
        address: `${frameOf(request).origin}/verify/${certificate.serial}`,
        fingerprint: certificate.sha256,
        issued_at: certificate.generated_at,
      };
      return { templateid: certificate.templateid, print: sheet };
    });
    if (asked === 'hidden')
      return reply
        .code(303)
        .header('cache-control', 'no-store')
        .header('location', `/verify/${encodeURIComponent(request.params.serial)}?lang=${frameOf(request).language}`)
        .send();
    return print(request, reply, asked);
  });
  app.get<{ Params: { readonly name: string } }>('/verify/test/:name', async (request, reply) => {
    const templateid = readTestPrint(secret, request.params.name);
    const asked = templateid === null ? null : await inSystemTransaction(deps, (tx) => testOf(tx, templateid));
    return print(request, reply, asked);
  });
};

/** What is printed, and on which template. */
interface Asked {
  readonly templateid: number;
  readonly print: Print;
}
const serialOfTests = 'PRUEBA';
/** A template with the facts of a real runner and a serial that verifies nothing. */
const testOf = async (tx: Transaction, templateid: number): Promise<Asked | null> => {
  const template = await readStored(tx, certificate_templates, templateid);
  if (!template) return null;
  const facts = await factsForTest(tx, template);
  return {
    templateid,
    print: {
      facts,
      serial: serialOfTests,
      address: `https://example.com/verify/${serialOfTests}`,
      fingerprint: fingerprintOf(serialOfTests, templateid, facts),
      issued_at: facts.start_at,
    },
  };
};
