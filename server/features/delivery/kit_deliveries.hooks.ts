import { events } from '@/resources/events/events';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { reaches } from '../../api/list/visible';
import { defineHooks } from '../../kernel/defineHooks';
import { notFound } from '../../kernel/DomainError';
import { columnsOf } from '../../kernel/columnsOf';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { findByCurp } from './findByCurp';
import { acceptConflict, handOut } from './handOut';
import { readBoard } from './readBoard';
import { readDesk } from './readDesk';
import { peoplePage, readPeople } from './readPeople';
import { closeConflict, takeBack } from './takeBack';

const k = columnsOf(kit_deliveries);
const enterEvent = async (tx: Transaction, eventid: number): Promise<void> => {
  if (!(await reaches(tx, events, eventid, 'show'))) throw notFound();
};
/** Deliveries of an event that wait for a supervisor. */
const readConflicts = (tx: Transaction, eventid: number) =>
  select(
    tx,
    {
      kit_deliveryid: k.kit_deliveryid,
      inscriptionid: k.inscriptionid,
      reason: k.void_reason,
      at: k.delivered_at,
      device_id: k.device_id,
    },
    sql`from ${k} where ${k.eventid} = ${eventid} and ${k.status} = 'conflict' and ${k.deleted_at} is null order by ${k.kit_deliveryid} limit 200`,
  );

/** The server's rules for handing out kits. */
export const kitDeliveriesHooks = defineHooks(kit_deliveries, {
  actions: {
    open_desk: async ({ tx, input }) => {
      await enterEvent(tx, input.eventid);
      return readDesk(tx, input.eventid);
    },
    list_people: async ({ tx, input }) => {
      await enterEvent(tx, input.eventid);
      const now = new Date().toISOString();
      const people = await readPeople(tx, input);
      const isLast = people.length < peoplePage;
      return {
        people,
        next: isLast ? null : (people.at(-1)?.inscriptionid ?? null),
        conflicts: isLast ? await readConflicts(tx, input.eventid) : [],
        now,
      };
    },
    board: async ({ tx, input }) => {
      await enterEvent(tx, input.eventid);
      return readBoard(tx, input.eventid);
    },
    find_curp: async ({ tx, input }) => {
      await enterEvent(tx, input.eventid);
      return findByCurp(tx, input);
    },
    deliver: async ({ tx, input }) => {
      await enterEvent(tx, input.eventid);
      return handOut(tx, input);
    },
    void: async ({ tx, row, input }) => {
      if (row.status === 'conflict') await closeConflict(tx, row.kit_deliveryid, input.reason);
      else await takeBack(tx, row, 'voided', input.reason);
    },
    return_kit: ({ tx, row, input }) => takeBack(tx, row, 'returned', input.reason),
    accept: ({ tx, row, input }) => acceptConflict(tx, row, input.reason),
  },
});
