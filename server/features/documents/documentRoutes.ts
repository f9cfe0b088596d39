import type { FastifyInstance } from 'fastify';
import { mayOpen, type DocumentKind } from '@/domain/registration/documentKinds';
import { inscription_documents } from '@/resources/inscription_documents/inscription_documents';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { forbidden, notFound } from '../../kernel/DomainError';
import { readOne } from '../../api/list/readOne';
import { askedSelection } from '../../api/list/Selection';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { readBytes } from './documentBytes';

interface Printed {
  readonly file: string;
  readonly sha256: string;
  readonly data: Buffer;
}
const read = async (tx: Transaction, id: number): Promise<Printed> => {
  const { file, sha256, kind } = await readOne(
    tx,
    inscription_documents,
    id,
    askedSelection(inscription_documents, ['file', 'sha256', 'kind']),
  );
  if (!mayOpen(tx.grants, kind as DocumentKind)) throw forbidden();
  const data = file === null ? null : await readBytes(tx, String(sha256));
  if (!data) throw notFound();
  return { file: String(file), sha256: String(sha256), data };
};

/** The file of a document, for people who may read its row and the data printed on it. Every request needs a token. */
export const documentRoutes = (app: FastifyInstance, deps: ApiDeps): void => {
  app.get(
    `/v2/${inscription_documents.service}/${inscription_documents.name}/:id/file`,
    { config: { givesFile: true } },
    async (request, reply) => {
      const { file, sha256, data } = await inTransaction(deps, callOf(request), 'read', (tx) => read(tx, keyOf(request)));
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${file}"`)
        .header('cache-control', 'private, no-store')
        .header('etag', `"${sha256}"`)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('x-robots-tag', 'noindex')
        .send(data);
    },
  );
};
