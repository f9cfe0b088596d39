import type { FastifyInstance } from 'fastify';
import { can } from '@/schema/project/access';
import type { RecordService } from '../../adapters/recordService/RecordService';
import { recordRoutes } from '../../adapters/recordService/recordRoutes';
import type { Mirror } from '../../adapters/recordService/Mirror';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { forbidden } from '../../kernel/DomainError';
import { inTransaction } from '../../kernel/transaction';

/** A mirror whose records this server keeps. */
export interface LocalMirror {
  readonly mirror: Mirror;
  readonly records: RecordService;
}

/** `/api/local/{collection}`: what the outside service would answer, for people of the platform who may refresh it. */
export const localRecordRoutes = (app: FastifyInstance, deps: ApiDeps, { mirror, records }: LocalMirror): void =>
  recordRoutes(
    app,
    `/api/local/${mirror.collection}`,
    (request) =>
      inTransaction(deps, callOf(request), 'read', async ({ grants }) => {
        if (!grants.is_platform || !can(grants, 'refresh', mirror.resource)) throw forbidden();
      }),
    records,
  );
