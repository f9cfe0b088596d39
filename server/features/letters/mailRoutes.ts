import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import type { Mail } from '../../adapters/mail/Mail';
import { signatureHeaders } from '../../adapters/signature';
import { signedRoute } from '../../api/rest/signedRoute';
import { updateAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { block } from './mailBlocks';
import { withoutAddresses } from './sendLetters';

const longestError = 500;
const report = z.object({
  type: z.enum(['bounced', 'complained']),
  id: z.string().min(1).max(300),
  error: z.string().max(longestError).nullish(),
});
type Report = z.infer<typeof report>;
const l = columnsOf(inscription_letters);

/** Marks the letter and its address. A repeated report changes nothing. */
const settle = async (tx: Transaction, { type, id, error }: Report): Promise<Report['type']> => {
  const found = await selectAll(
    tx,
    l.letterid,
    sql`from ${l} where ${l.provider_ref} = ${id} and ${l.deleted_at} is null order by ${l.letterid} for no key update`,
  );
  if (found.length === 0) throw notFound();
  const said = error ? withoutAddresses(error) : null;
  for (const letterid of found) {
    if (type === 'bounced')
      await updateAudited(tx, inscription_letters, (row) => sql`${row.letterid} = ${letterid} and ${row.status} = 'sent'`, {
        status: 'bounced',
        error: said,
      });
    await block(tx, letterid, type, said);
  }
  return type;
};

/** The route for reports of the mail provider: a letter that came back, or whose recipient called it spam. */
export const mailRoutes = (app: FastifyInstance, deps: Pick<ApiDeps, 'pool' | 'registry'>, mail: Mail | null): void => {
  if (!mail?.reportSecret) return;
  signedRoute(app, { path: '/api/mail/webhook', header: signatureHeaders.mail, secret: mail.reportSecret }, report, (message) =>
    inSystemTransaction(deps, async (tx) => ({ outcome: await settle(tx, message) })),
  );
};
