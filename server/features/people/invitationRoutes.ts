import type { FastifyInstance, FastifyRequest } from 'fastify';
import { users } from '@/resources/users/users';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf, keyOf } from '../../kernel/callOf';
import { conflict, notFound } from '../../kernel/DomainError';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { acceptSql, addressedSql, declineSql, waitingSql, type Invitation } from '../../auth/answers';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const u = columnsOf(users);
const waitingFor = async (tx: Transaction): Promise<readonly Invitation[]> => {
  const { rows } = await tx.asOwner(() => tx.client.query<{ readonly invitation: Invitation }>(waitingSql, [tx.userid]));
  return rows.map(({ invitation }) => invitation);
};

interface Answered {
  readonly organizationid: number | string;
}
const answered = (tx: Transaction, answer: 'accept' | 'decline', membershipid: number): Promise<{ readonly organizationid: number }> =>
  tx.asOwner(async () => {
    const { client, userid, call } = tx;
    if ((await client.query(addressedSql, [userid, membershipid])).rows.length === 0) throw notFound();
    const [email = null] = await selectAll(tx, u.email, sql`from ${u} where ${u.userid} = ${userid}`);
    const {
      rows: [done],
    } = await (answer === 'accept'
      ? client.query<Answered>(acceptSql, [userid, membershipid, call.requestId])
      : client.query<Answered>(declineSql, [email, membershipid, call.requestId]));
    if (!done) throw conflict('INVITATION_OVER');
    return { organizationid: Number(done.organizationid) };
  });

/**
 * The pending invitations of the signed-in person, in every organization, and their answers. It needs no permission: an invitation is
 * for one person.
 */
export const invitationRoutes = (scope: FastifyInstance, deps: ApiDeps): void => {
  const write = (answer: 'accept' | 'decline') => (request: FastifyRequest) =>
    inTransaction(deps, callOf(request), 'write', (tx) => answered(tx, answer, keyOf(request)));
  scope.get('/invitations', (request) =>
    inTransaction(deps, callOf(request), 'read', async (tx) => ({ items: tx.seenBy ? [] : await waitingFor(tx) })),
  );
  scope.post('/invitations/:id/accept', write('accept'));
  scope.post('/invitations/:id/decline', write('decline'));
};
