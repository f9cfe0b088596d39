import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Grants } from '@/schema';
import { keysBeyond } from '@/schema/keysBeyond';
import { endSeeing } from '../database/endSeeing';
import type { ApiDeps, Bearer } from './ApiDeps';
import { onlyAsks } from './callOf';
import { DomainError, unauthenticated } from './DomainError';
import { loadMember, type Member } from './grants';

/** The keys of somebody as whom another looks: nothing can be changed with them. */
const readOnly = (grants: Grants): Grants => ({
  ...grants,
  keys: Object.fromEntries(Object.keys(grants.keys).map((key) => [key, 'view'])),
  isLook: true,
});

/**
 * Reads the person of a bearer and their permissions. Where somebody looks as that person, both are read: a look is over as soon as the
 * other one holds more than the looker.
 */
export const readBearer = async (client: pg.ClientBase, { asdeporteId, org, by }: Bearer): Promise<Member | null> => {
  const member = await loadMember(client, asdeporteId, org);
  if (!by) return member;
  const looker = await loadMember(client, by.asdeporteId, by.org);
  if (!looker) throw unauthenticated();
  const isBeyond =
    !member ||
    member.grants.organizationid === null ||
    looker.grants.keys['user-roles'] !== 'edit' ||
    keysBeyond(looker.grants, member.grants).length > 0;
  if (isBeyond) throw new DomainError('SEEING_OVER');
  return { ...member, grants: readOnly(member.grants), seenBy: { userid: looker.userid, name: looker.name } };
};

/** Refuses whatever does more than to ask for a screen before its body is read. The transaction of a request refuses it once more. */
export const guardSeeing = (scope: FastifyInstance, { verifyBearer }: Pick<ApiDeps, 'verifyBearer'>): void => {
  scope.addHook('onRequest', async (request) => {
    const { authorization } = request.headers;
    if (authorization === undefined || onlyAsks(request)) return;
    const bearer = await verifyBearer(authorization, request.ip).catch(() => null); // the route itself says what is wrong with a token
    if (bearer?.by) throw new DomainError('SEEING_READ_ONLY');
  });
};

/** Ends the look of a session that was refused because of the keys of the two, and passes the refusal on. */
export const overIfBeyond = async ({ pool }: Pick<ApiDeps, 'pool'>, { sid, by }: Bearer, error: unknown): Promise<never> => {
  if (by && sid !== null && error instanceof DomainError && error.code === 'SEEING_OVER') await endSeeing(pool, { sid });
  throw error;
};
