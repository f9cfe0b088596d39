import { convocatories } from '@/resources/convocatories/convocatories';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { audit } from '../../api/audit/audit';
import { changeBeside } from '../../api/write/beside';
import { insertRow, updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';

const lastSql = 'select coalesce(max(revision), 0) from convocatories where eventid = $1 and locale = $2 and deleted_at is null';
const publishedSql = `select convocatoryid from convocatories where eventid = $1 and locale = $2 and status = 'published' and deleted_at is null for update`;

const nextRevision = async (tx: Transaction, eventid: unknown, locale: unknown): Promise<number> => {
  const [[last] = []] = await tx.run(lastSql, [eventid, locale]);
  return Number(last) + 1;
};

/** What happens around a race call that only the server knows: revisions are counted by language, and what was published is never rewritten. */
export const convocatoriesHooks = defineHooks(convocatories, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create') values['revision'] = await nextRevision(tx, values['eventid'], values['locale'] ?? 'es');
  },
  actions: {
    publish: async ({ tx, id, row }) => {
      const older = await tx.run(publishedSql, [row.eventid, row.locale]);
      await changeBeside(tx, convocatories, 't.convocatoryid = any($7::bigint[])', [older.map(([other]) => Number(other))], {
        status: 'superseded',
      });
      const now = new Date().toISOString();
      await updateRow(tx, convocatories, id, {
        status: 'published',
        published_at: now,
        published_by_userid: tx.userid,
        effective_at: row.effective_at ?? now,
      });
      return { superseded: older.length };
    },
    revise: async ({ tx, row, input }) => {
      const { eventid, title, locale, sections, pdf_url } = row;
      const convocatoryid = await insertRow(tx, convocatories, {
        eventid,
        title,
        locale,
        sections,
        pdf_url,
        revision: await nextRevision(tx, eventid, locale),
        change_note: input.change_note,
      });
      await audit(tx, {
        resource: convocatories,
        id: convocatoryid,
        verb: 'create',
        before: null,
        after: await readStored(tx, convocatories, convocatoryid),
      });
      return { convocatoryid };
    },
  },
});
