import { report_schedules } from '@/resources/report_schedules/report_schedules';
import { report_templates } from '@/resources/report_templates/report_templates';
import { users } from '@/resources/users/users';
import { wordsOf } from '@/schema/errorCodes';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, forbidden } from '../../kernel/DomainError';
import { inMemberTransaction } from '../../kernel/memberTransaction';
import { locales } from '../../kernel/messages';
import { runnerOf } from '../../kernel/runnerOf';
import { select, selectOne, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { can } from '@/schema/project/access';
import { askDownload } from './askDownload';
import { ownWords as translate } from './ownWords';
import { nextRun } from './scheduleTimes';
import { wishOfTemplate } from './wishOfTemplate';

const s = columnsOf(report_schedules, 's');
const bare = columnsOf(report_schedules);
const u = columnsOf(users, 'u');
const atOnce = 20;
const due = {
  id: s.report_scheduleid,
  templateid: s.report_templateid,
  cron: s.cron,
  timezone: s.timezone,
  organizationid: s.organizationid,
  userid: s.requested_by_userid,
  recipients: value<number>(sql`coalesce(cardinality(${s.recipientids}), 0)`),
  next: s.next_run_at,
  language: value<string>(sql`${u.locale}`),
};
type Due = Selected<typeof due>;
type Deps = Pick<ApiDeps, 'pool' | 'registry' | 'replica'>;

/** Takes the turn of a schedule; answers false where another process has had it. */
const takeTurn = async (tx: Transaction, { id, cron, timezone, next }: Due, error: string | null): Promise<boolean> => {
  const taken = await selectOne(
    tx,
    { id: bare.report_scheduleid },
    (
      list,
    ) => sql`update ${bare} set ${bare.last_run_at} = now(), ${bare.next_run_at} = ${nextRun(cron, timezone).toISOString()}::timestamptz, ${bare.last_error} = ${error}, ${bare.updated} = now(), ${bare.version} = ${bare.version} + 1
       where ${bare.report_scheduleid} = ${id} and ${bare.next_run_at} = ${next}::timestamptz and ${bare.status} = 'active' and ${bare.deleted_at} is null returning ${list}`,
  );
  return taken !== undefined;
};

/** Asks for the report of a schedule as its owner, with the keys that they hold now. */
const ask = (deps: Deps, schedule: Due): Promise<void> => {
  const { id, templateid, organizationid, userid, language, recipients } = schedule;
  const asked = {
    userid,
    organizationid: organizationid ?? null,
    locale: locales.find((each) => each === language) ?? 'es',
    requestId: `schedule-${id}`,
  } as const;
  return inMemberTransaction(deps, asked, async (tx) => {
    if (!(await takeTurn(tx, schedule, null))) return;
    if (!can(tx.grants, 'list', report_templates) || !(await reaches(tx, report_templates, templateid, 'list'))) throw forbidden();
    const template = await readStored(tx, report_templates, templateid);
    if (!template) throw forbidden();
    await askDownload(tx, { translate }, { ...(await wishOfTemplate(tx, template)), report_scheduleid: id, shared: recipients > 0 });
  });
};

/** Makes the reports whose time has come; one that is refused says why on its schedule, and comes again. */
export const runSchedules = async (deps: Deps, isOver: () => boolean = () => false): Promise<{ readonly refused: readonly number[] }> => {
  const refused: number[] = [];
  const schedules = await select(
    runnerOf(deps.pool),
    due,
    sql`from ${s} join ${u} on ${u.userid} = ${s.requested_by_userid} where ${s.status} = 'active' and ${s.next_run_at} <= now() and ${s.deleted_at} is null order by ${s.next_run_at} limit ${sql.raw(String(atOnce))}`,
  );
  for (const schedule of schedules) {
    if (isOver()) break;
    try {
      await ask(deps, schedule);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push(schedule.id);
      await inSystemTransaction(deps, (tx) => takeTurn(tx, schedule, translate(wordsOf(error), schedule.language, error.params)));
    }
  }
  return { refused };
};
