import { distances } from '@/resources/distances/distances';
import type { events } from '@/resources/events/events';
import { exonerations } from '@/resources/exonerations/exonerations';
import { coversDistance } from './coversDistance';
import { columnsOf, type Columns, type Expression } from '../../kernel/columnsOf';
import { value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { InferColumns } from '@/schema';

const x = columnsOf(exonerations, 'text_x');
const d = columnsOf(distances, 'text_d');

/** Links end a day after the event, so that people who ran without signing can still do it. */
const daysAfterEvent = 1;
type Event = Columns<InferColumns<typeof events>>;

/** Whether the links of an event have ended. */
export const isOverSql = (e: Event): Expression<boolean> =>
  value(sql`(now() > coalesce(${e.end_at}, ${e.start_at}) + make_interval(days => ${sql.raw(String(daysAfterEvent))}))`);

/** Whether athletes of a distance have a text in force that they sign on the page of their link. */
export const signsOnline = (e: Event, distanceid: SQL | Expression<number>): Expression<boolean> =>
  value(
    sql`(${e.exoneration_mode} in ('digital', 'both') and not ${isOverSql(e)} and exists (
      select 1 from ${x} join ${d} on ${d.distanceid} = ${distanceid}
       where ${x.eventid} = ${e.eventid} and ${x.status} = 'active' and ${x.require_signature} <> 'paper' and ${x.deleted_at} is null
         and ${coversDistance(x, distanceid, d.exonerationid)}))`,
  );
