import { memberships } from '@/resources/memberships/memberships';
import { users } from '@/resources/users/users';
import { homeZone } from '@/schema/homeZone';
import { inbox_letters, inbox_marks, inbox_silences } from '../../database/inboxTables';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError } from '../../kernel/DomainError';
import { inMemberTransaction } from '../../kernel/memberTransaction';
import { locales } from '../../kernel/messages';
import { runnerOf } from '../../kernel/runnerOf';
import { execute, select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction } from '../../kernel/transaction';
import { countWaiting } from './readInbox';

const u = columnsOf(users, 'u');
const ms = columnsOf(memberships, 'm');
const s = columnsOf(inbox_silences, 's');
const l = columnsOf(inbox_letters, 'l');
const letters = columnsOf(inbox_letters);
const marks = columnsOf(inbox_marks);
const keptDays = 180;
/** Writes the calendar day at home: 2027-05-01. */
const dayAtHome = new Intl.DateTimeFormat('sv-SE', { timeZone: homeZone });

const reader = { userid: u.userid, organizationid: ms.organizationid, language: value<string>(sql`${u.locale}`) };

/** Removes marks of half a year ago, and letters of then. */
const forgetOld = (deps: Pick<ApiDeps, 'pool' | 'registry'>): Promise<void> =>
  inSystemTransaction(deps, async (tx) => {
    await execute(tx, sql`delete from ${marks} where ${marks.read_at} < now() - make_interval(days => ${keptDays})`);
    await execute(tx, sql`delete from ${letters} where ${letters.created} < now() - make_interval(days => ${keptDays})`);
  });

/**
 * Lays down the letter of a day for every member for whom something new waits, with their keys of that moment. A member gets one a day
 * in each organization, however often this runs, and none where they want none.
 */
export const writeDigests = async (
  deps: Pick<ApiDeps, 'pool' | 'registry' | 'replica'>,
  isOver: () => boolean = () => false,
  now: Date = new Date(),
): Promise<void> => {
  const day = dayAtHome.format(now);
  await forgetOld(deps);
  const readers = await select(
    runnerOf(deps.pool),
    reader,
    sql`from ${ms} join ${u} on ${u.userid} = ${ms.userid} and ${u.deleted_at} is null and ${u.status} = 'active' and ${u.email} is not null
         where ${ms.status} = 'active' and ${ms.deleted_at} is null
           and not exists (select 1 from ${s} where ${s.userid} = ${u.userid})
           and not exists (select 1 from ${l} where ${l.userid} = ${u.userid} and ${l.organizationid} = ${ms.organizationid} and ${l.day} = ${day})
         order by ${u.userid}, ${ms.organizationid}`,
  );
  for (const { userid, organizationid, language } of readers) {
    if (isOver()) return;
    if (organizationid === null) continue;
    const locale = locales.find((each) => each === language) ?? 'es';
    try {
      await inMemberTransaction(deps, { userid, organizationid, locale, requestId: `inbox-${day}` }, async (tx) => {
        const lines = (await countWaiting(tx)).filter(({ unread }) => unread > 0);
        await tx.asOwner(() =>
          execute(
            tx,
            sql`insert into ${letters} (${letters.userid}, ${letters.organizationid}, ${letters.day}, ${letters.lines}, ${letters.state})
                 values (${userid}, ${organizationid}, ${day}, ${JSON.stringify(lines)}::jsonb, ${lines.length > 0 ? 'waiting' : 'nothing'}) on conflict do nothing`,
          ),
        );
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error; // whose membership ended meanwhile has no inbox any more
    }
  }
};
