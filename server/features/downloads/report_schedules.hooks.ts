import { report_schedules } from '@/resources/report_schedules/report_schedules';
import { report_templates } from '@/resources/report_templates/report_templates';
import { homeZone } from '@/schema/homeZone';
import { reaches } from '../../api/list/visible';
import { defineHooks } from '../../kernel/defineHooks';
import { forbidden } from '../../kernel/DomainError';
import { columnsOf } from '../../kernel/columnsOf';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { nextRun } from './scheduleTimes';

const s = columnsOf(report_schedules);
/** The server's rules for a schedule: it comes, not too often, and of a template that its owner reads. */
export const reportSchedulesHooks = defineHooks(report_schedules, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'delete') return;
    const { cron = '', timezone = homeZone, report_templateid, status = 'active' } = { ...before, ...values };
    if (verb === 'create' && !(await reaches(tx, report_templates, Number(report_templateid), 'list'))) throw forbidden();
    const next = nextRun(cron, timezone);
    if (status === 'active') values['next_run_at'] = next.toISOString();
  },
  actions: {
    resume: ({ tx, id, row }) =>
      execute(
        tx,
        sql`update ${s} set ${s.next_run_at} = ${nextRun(row.cron, row.timezone).toISOString()}::timestamptz where ${s.report_scheduleid} = ${id}`,
      ),
  },
});
