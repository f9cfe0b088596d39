import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { conflict, notFound } from '../../kernel/DomainError';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { acceptSql, addressedSql, declineSql, waitingSql, type Invitation } from '../../auth/answers';

const waitingFor = async (tx: Transaction): Promise<readonly Invitation[]> =>
  (await tx.asOwner(() => tx.run(waitingSql, [tx.userid]))).map(([told]) => told as Invitation);

const answered = (tx: Transaction, answer: 'accept' | 'decline', membershipid: number): Promise<{ readonly organizationid: number }> =>
  tx.asOwner(async () => {
    if ((await tx.run(addressedSql, [tx.userid, membershipid])).length === 0) throw notFound();
    const [[email] = []] = await tx.run('select email from users where userid = $1', [tx.userid]);
    const [done] = await (answer === 'accept'
      ? tx.run(acceptSql, [tx.userid, membershipid, tx.call.requestId])
      : tx.run(declineSql, [email, membershipid, tx.call.requestId]));
    if (!done) throw conflict('INVITATION_OVER');
    return { organizationid: Number(done[0]) };
  });

/** What waits for the person who is signed in, whatever organisation they are in, and their answers. No key opens it: an invitation is for one person. */
export const invitationRoutes = (scope: FastifyInstance, deps: ApiDeps): void => {
  const write = (answer: 'accept' | 'decline') => (request: FastifyRequest) =>
    inTransaction(deps, callOf(request), 'write', (tx) => answered(tx, answer, keyOf(request)));
  scope.get('/invitations', (request) => inTransaction(deps, callOf(request), 'read', async (tx) => ({ items: await waitingFor(tx) })));
  scope.post('/invitations/:id/accept', write('accept'));
  scope.post('/invitations/:id/decline', write('decline'));
};
