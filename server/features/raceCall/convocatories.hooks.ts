import { changedSections, type SectionChange } from '@/domain/raceCall/changedSections';
import { convocatories, type Convocatory } from '@/resources/convocatories/convocatories';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { audit } from '../../api/audit/audit';
import { updateAudited } from '../../api/write/audited';
import { insertRow, updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { beginWithEvent, type EventRun } from '../events/beginWithEvent';
import { callSections, readersOf } from './readCall';
import { columnsOf } from '../../kernel/columnsOf';
import { select, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';

const c = columnsOf(convocatories);
const ofEvent = (eventid: number, locale: string): SQL =>
  sql`from ${c} where ${c.eventid} = ${eventid} and ${c.locale} = ${locale} and ${c.deleted_at} is null`;
const nextRevision = async (tx: Transaction, eventid: number, locale: string): Promise<number> => {
  const [last = 0] = await selectAll(tx, value<number>(sql`coalesce(max(${c.revision}), 0)`), ofEvent(eventid, locale));
  return last + 1;
};

/** A new draft with the contents of a version: to change them, or to go back to them. */
const draftFrom = async (tx: Transaction, { eventid, title, locale, sections, pdf_url }: Convocatory, change_note: string) => {
  const convocatoryid = await insertRow(tx, convocatories, {
    eventid,
    title,
    locale,
    sections,
    pdf_url,
    revision: await nextRevision(tx, eventid, locale),
    change_note,
  });
  await audit(tx, {
    resource: convocatories,
    id: convocatoryid,
    verb: 'create',
    before: null,
    after: await readStored(tx, convocatories, convocatoryid),
  });
  return { convocatoryid };
};

/** What publishing a version changes, and the run that writes to registered people. */
interface Publication {
  readonly superseded: number;
  readonly changed: readonly SectionChange[];
  readonly people: number;
  readonly letters: number;
  readonly run: EventRun | null;
}
const publish = async (tx: Transaction, row: Convocatory, notifies: boolean): Promise<Publication> => {
  const older = await select(
    tx,
    { id: c.convocatoryid, sections: callSections },
    sql`${ofEvent(row.eventid, row.locale)} and ${c.status} = 'published' for update`,
  );
  const ids = older.map(({ id }) => id);
  await updateAudited(tx, convocatories, (other) => sql`${other.convocatoryid} = any(${ids}::bigint[])`, { status: 'superseded' });
  const now = new Date().toISOString();
  await updateRow(tx, convocatories, row.convocatoryid, {
    status: 'published',
    published_at: now,
    published_by_userid: tx.userid,
    effective_at: row.effective_at ?? now,
  });
  const people = await readersOf(tx, row.eventid, row.locale);
  return {
    superseded: older.length,
    changed: changedSections(older[0]?.sections ?? [], row.sections ?? []),
    people: people.length,
    letters: notifies ? people.length : 0,
    run: notifies ? await beginWithEvent(tx, 'tell_race_call', people) : null,
  };
};

/** The server's rules for a race call: revisions are counted per language, and a published one never changes. */
export const convocatoriesHooks = defineHooks(convocatories, {
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create' && values.eventid) values.revision = await nextRevision(tx, values.eventid, values.locale ?? 'es');
  },
  actions: {
    publish: async ({ tx, row, input }) => {
      if (input.notify && tx.grants.keys['events'] !== 'edit') throw invalid([{ path: 'input.notify', code: 'NOTIFY_NEEDS_EVENTS' }]);
      return publish(tx, row, input.notify ?? false);
    },
    revise: ({ tx, row, input }) => draftFrom(tx, row, input.change_note),
    restore: ({ tx, row, input }) => draftFrom(tx, row, input.change_note),
  },
});
