import { report_jobs } from '@/resources/report_jobs/report_jobs';
import type { reportTypes } from '@/domain/lists';
import type { AnyResource } from '@/schema';
import type { Asked, DownloadFormat } from './engine/Asked';
import { judgeRows } from './engine/formats';
import { planDownload } from './engine/planDownload';
import { countRows } from './engine/statements';
import { createAudited } from '../../api/write/audited';
import { report_asks } from '../../database/tables';
import { judgeArchive } from './archive/archives';
import { send } from '../../jobs/store';
import { tellPerson } from '../../jobs/signals';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, forbidden } from '../../kernel/DomainError';
import { execute, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** A file that somebody wants of a list. */
export interface Wish {
  readonly type: (typeof reportTypes)[number];
  readonly resource: AnyResource;
  readonly asked: Asked;
  readonly format: DownloadFormat;
  readonly name: string;
  readonly eventid?: number | null;
  readonly report_scheduleid?: number | null;
  /** Whether everybody of the organization who would get the same may have it. */
  readonly shared?: boolean;
  /** How many rows there are, where that is known. */
  readonly rows?: number;
}

const a = columnsOf(report_asks);
const j = columnsOf(report_jobs);
/** Files of one person that may wait at the same time. */
const mostWaiting = 20;

/** Writes down what is wanted and hands it to the worker; refuses a list that the person does not read, and more rows than the format holds. */
export const askDownload = async (tx: Transaction, { translate }: Pick<ApiDeps, 'translate'>, wish: Wish): Promise<number> => {
  const { resource, asked, format, name, type, eventid = null, report_scheduleid = null } = wish;
  const { isMasked } = planDownload(tx, { resource, asked, format, title: name, translate });
  const { organizationid } = tx.grants;
  if (organizationid === null) throw forbidden();
  const rows = wish.rows ?? (await countRows(tx, resource, asked));
  judgeRows(format, rows, asked.print !== undefined);
  await judgeArchive(tx, resource, asked, rows);
  const [waiting = 0] = await selectAll(
    tx,
    value<number>(sql`count(*)`),
    sql`from ${j} where ${j.status} in ('queued', 'running') and ${j.requested_by_userid} = ${tx.userid} and ${j.deleted_at} is null`,
  );
  if (waiting >= mostWaiting) throw conflict('DOWNLOAD_TOO_MANY_WAIT', [], { most: mostWaiting });
  const report_jobid = await createAudited(tx, report_jobs, {
    type,
    name,
    format,
    ...(eventid !== null && { eventid }),
    ...(report_scheduleid !== null && { report_scheduleid }),
    masked: isMasked,
    shared: wish.shared ?? false,
    total: rows,
    params: { list: resource.name, columns: asked.columns, sort: asked.sort ?? [] },
    organizationid,
    requested_by_userid: tx.grants.userid,
  });
  await tx.asOwner(() =>
    execute(
      tx,
      sql`insert into ${a} (${a.report_jobid}, ${a.resource}, ${a.asked}, ${a.locale}) values (${report_jobid}, ${resource.name}, ${JSON.stringify(asked)}::jsonb, ${tx.locale})`,
    ),
  );
  await send(tx, { queue: 'downloads', key: String(report_jobid), data: { report_jobid } });
  if (tx.userid !== null) await tellPerson(tx, { userid: tx.userid, organizationid, kind: 'report_jobs', id: String(report_jobid) });
  return report_jobid;
};
