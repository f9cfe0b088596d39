import { convocatories } from '@/resources/convocatories/convocatories';
import { defineHooks } from '../../kernel/defineHooks';
import type { Transaction } from '../../kernel/transaction';
import { audit } from '../../api/audit/audit';
import { updateAudited } from '../../api/write/audited';
import { insertRow, updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const c = columnsOf(convocatories);
const ofEvent = (eventid: number, locale: string): SQL =>
  sql`from ${c} where ${c.eventid} = ${eventid} and ${c.locale} = ${locale} and ${c.deleted_at} is null`;
const nextRevision = async (tx: Transaction, eventid: number, locale: string): Promise<number> => {
  const [last = 0] = await selectAll(tx, value<number>(sql`coalesce(max(${c.revision}), 0)`), ofEvent(eventid, locale));
  return last + 1;
};

/** The server's rules for a race call: revisions are counted per language, and a published one never changes. */
export const convocatoriesHooks = defineHooks(convocatories, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create' && values.eventid) values.revision = await nextRevision(tx, values.eventid, values.locale ?? 'es');
  },
  actions: {
    publish: async ({ tx, id, row }) => {
      const published = sql`${ofEvent(row.eventid, row.locale)} and ${c.status} = 'published' for update`;
      const older = await selectAll(tx, c.convocatoryid, published);
      await updateAudited(tx, convocatories, (other) => sql`${other.convocatoryid} = any(${older}::bigint[])`, { status: 'superseded' });
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
