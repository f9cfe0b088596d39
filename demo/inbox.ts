import type pg from 'pg';
import { demoUserOf } from '../server/demoAccounts';
import { day, iso, type Calendar } from './calendar';
import { giantOrganization } from './organizations';

const mostRead = 3,
  dayLetters = 10;

/** What some demo accounts have read of their inbox, who wants no letter about it, and one that was sent. */
export const fillInbox = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const yesterday = iso(now - day);
  await client.query(
    `insert into inbox_marks (userid, resource, wait, recordid, read_at)
     select $1, 'user_merges', 'to_decide', mergeid, $2 from user_merges where status = 'suggested' order by mergeid limit ${mostRead}`,
    [demoUserOf('super-admin'), yesterday],
  );
  await client.query('insert into inbox_silences (userid, created) values ($1, $2)', [demoUserOf('sponsor-viewer'), yesterday]);
  await client.query(
    `insert into inbox_letters (userid, organizationid, day, lines, state, taken_at, created) values ($1, $2, $3, $4, 'sent', $5, $5)`,
    [
      demoUserOf('finance'),
      giantOrganization,
      yesterday.slice(0, dayLetters),
      JSON.stringify([{ resource: 'payments', wait: 'to_approve', total: 1, unread: 1 }]),
      yesterday,
    ],
  );
};
