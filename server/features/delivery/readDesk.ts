import type { DeskKit } from '@/domain/registration/desk';
import { desks } from '@/resources/desks/desks';
import { distances } from '@/resources/distances/distances';
import { events } from '@/resources/events/events';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { tshirt_stock } from '@/resources/tshirt_stock/tshirt_stock';
import { columnsOf } from '../../kernel/columnsOf';
import { notFound } from '../../kernel/DomainError';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { readKits } from './readKits';
import { isSupervisor } from './standing';

const e = columnsOf(events);
const d = columnsOf(desks);
const r = columnsOf(distances);
const m = columnsOf(tshirt_models, 'm');
const s = columnsOf(tshirt_stock, 's');

/** What a desk needs of its event besides the people. */
export const readDesk = async (tx: Transaction, eventid: number) => {
  const event = await selectOne(
    tx,
    {
      eventid: e.eventid,
      name: value<Readonly<Record<string, string>>>(sql`${e.name}`),
      start_at: e.start_at,
      end_at: e.end_at,
      numbering_mode: e.numbering_mode,
    },
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );
  if (!event) throw notFound();
  const kits: readonly DeskKit[] = await readKits(tx, eventid);
  return {
    event,
    kits,
    desks: await select(
      tx,
      { deskid: d.deskid, name: d.name, letter_range: d.letter_range },
      sql`from ${d} where ${d.eventid} = ${eventid} and ${d.deleted_at} is null order by ${d.name}`,
    ),
    distances: await select(
      tx,
      { distanceid: r.distanceid, name: r.name },
      sql`from ${r} where ${r.eventid} = ${eventid} and ${r.deleted_at} is null order by ${r.sort}, ${r.distanceid}`,
    ),
    sizes: await select(
      tx,
      { tshirt_modelid: s.tshirt_modelid, model: m.name, size: s.size, available: s.available, oversell: s.oversell },
      sql`from ${s} join ${m} on ${m.tshirt_modelid} = ${s.tshirt_modelid}
         where ${m.eventid} = ${eventid} and ${m.deleted_at} is null and ${s.deleted_at} is null order by ${s.tshirt_modelid}, ${s.sort}`,
    ),
    is_supervisor: isSupervisor(tx),
    now: new Date().toISOString(),
  };
};
