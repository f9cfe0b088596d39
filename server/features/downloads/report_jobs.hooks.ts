import { report_jobs } from '@/resources/report_jobs/report_jobs';
import { askedShape } from './engine/Asked';
import { report_asks } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { notFound } from '../../kernel/DomainError';
import { selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { askDownload } from './askDownload';
import { ownWords as translate } from './ownWords';
import { wishOfKind } from './wishOfKind';

const a = columnsOf(report_asks);

/** What people do with reports; the file itself is made by the worker. */
export const reportJobsHooks = defineHooks(report_jobs, {
  actions: {
    ask: async ({ tx, input }) => {
      const wish = await wishOfKind(
        tx,
        { registry: tx.registry, translate },
        { type: input.type, format: input.format ?? 'xlsx', eventid: input.eventid ?? null },
      );
      return { report_jobid: await askDownload(tx, { translate }, wish) };
    },
    /** Another file of the same, with the keys and the language of this moment. */
    again: async ({ tx, row }) => {
      const found = await tx.asOwner(() =>
        selectOne(
          tx,
          { resource: a.resource, asked: value<unknown>(sql`${a.asked}`) },
          sql`from ${a} where ${a.report_jobid} = ${row.report_jobid}`,
        ),
      );
      const resource = found && tx.registry.find(found.resource);
      if (!resource) throw notFound();
      const wish = {
        type: row.type,
        resource,
        asked: askedShape.parse(found.asked),
        format: row.format,
        name: row.name ?? '',
        eventid: row.eventid ?? null,
      };
      return { report_jobid: await askDownload(tx, { translate }, wish) };
    },
  },
});
